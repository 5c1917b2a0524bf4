import { pino } from 'pino'
import { type Circumstances, type Closer, collectClosers } from '#server/bring-up.ts'
import { readConfig } from '#server/config.ts'

type Command = Circumstances & { argument: string | undefined; onClose: (closer: Closer) => void }

/**
 * Runs one task beside the server and cleans up whether it succeeds, fails or is interrupted. `failure` begins the
 * error message.
 */
export async function runCommand(failure: string, work: (command: Command) => Promise<void>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const { onClose, close } = collectClosers(log)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  try {
    await work({
      config: readConfig(process.env),
      argument: process.argv[2],
      log,
      tell: (text) => void process.stdout.write(`${text}\n`),
      signal: stopping.signal,
      onDatabaseLost: stop,
      onClose,
    })
  } catch (error) {
    process.stderr.write(`${failure}: ${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    await close()
  }
}
