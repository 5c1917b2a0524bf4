import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#server/demo/people.ts'
import { type Server, startServer } from '#server/start-server.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The sentence first; the stack only for what nobody foresaw. */
function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = (error as NodeJS.ErrnoException).code
  process.stderr.write(
    code === 'EADDRINUSE'
      ? `Somebody else listens there already (${message}). Set another PORT.\n`
      : `Keyhour cannot start: ${message}\n`,
  )
}

async function main(): Promise<void> {
  const stopping = new AbortController()
  let server: Server | undefined
  let exitCode = 0

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    await server?.close()
    process.exit(exitCode)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  try {
    const config = readConfig(process.env)
    const log = pino(
      { level: config.logLevel, redact: ['*.password', '*.token', '*.authorization'] },
      process.stdout.isTTY
        ? (await import('pino-pretty')).default({ ignore: 'pid,hostname' })
        : pino.destination(1),
    )
    server = await startServer({
      config,
      log,
      // biome-ignore lint/plugin: the clock starts here
      now: () => new Date(),
      tell: say,
      signal: stopping.signal,
      onDatabaseLost: () => {
        log.fatal('the database went away')
        exitCode = 1
        void stop()
      },
    })
    say(`\nKeyhour is ready at ${config.publicUrl}\n`)
    if (config.demo) {
      say('Demo sign-ins:')
      for (const { email, role } of DEMO_SIGN_INS) say(`  ${email.padEnd(24)} ${role}`)
      say(`  password                 ${DEMO_PASSWORD}\n`)
      say(`Mails: ${config.publicUrl}/dev/mail   API: ${config.publicUrl}/api/docs\n`)
    }
  } catch (error) {
    if (stopping.signal.aborted) process.exit(exitCode)
    complain(error)
    process.exit(1)
  }
}

await main()
