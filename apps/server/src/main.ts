import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '#server/config.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#server/demo/people.ts'
import { type Server, type Start, startServer, startWorker } from '#server/start-server.ts'
import { isWorker, receiveOrders, reportFailure, reportReady } from '#server/workers/obey-primary.ts'

/** Under load the heap would otherwise grow to several times what is used before garbage is collected. */
setFlagsFromString('--heap-growing-percent=30')

/** Beyond this many characters, lines that cannot be written are dropped. */
const MOST_UNWRITTEN = 4_000_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const stopping = new AbortController()
let starting: Promise<Pick<Server, 'close'>> | undefined

/** Waits for a start in progress, so that everything it started is stopped. */
async function stop(exitCode: number): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  const server = await starting?.catch(() => undefined)
  await server?.close()
  process.exit(exitCode)
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))

try {
  const config = readConfig(process.env)
  const log = await openLog(config)
  const start: Start = {
    config,
    log,
    // biome-ignore lint/plugin: the clock starts here
    now: () => new Date(),
    tell: say,
    signal: stopping.signal,
    onDatabaseLost: () => {
      log.fatal('PostgreSQL cannot be started again')
      void stop(1)
    },
  }
  await (isWorker ? openAsWorker(start) : open(start))
} catch (error) {
  if (!stopping.signal.aborted) {
    await (isWorker ? reportFailure(error) : complain(error))
    process.exit(1)
  }
}

async function open(start: Start): Promise<void> {
  const opening = startServer(start, new URL(import.meta.url))
  starting = opening
  greet(await opening)
}

async function openAsWorker(start: Start): Promise<void> {
  const orders = await receiveOrders()
  starting = startWorker(start, orders)
  await starting
  await reportReady()
}

async function openLog({ logLevel, workers }: Config): Promise<Logger> {
  const options = { level: logLevel, redact: ['*.password', '*.token', '*.authorization'] }
  if (!process.stdout.isTTY) {
    // Lines are written together; pino writes the last ones when the process exits or crashes.
    const output = pino.destination({
      dest: 1,
      sync: false,
      minLength: 2048,
      // What fits into one write to a pipe does not mix with the lines of other processes.
      maxWrite: 4096,
      periodicFlush: 250,
      maxLength: MOST_UNWRITTEN,
    })
    // The server goes on when its log cannot be written, for example on a full disk.
    output.on('error', () => undefined)
    return pino(options, output)
  }
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ignore: workers > 1 ? 'hostname' : 'pid,hostname' }))
}

function greet({ publicUrl, hasDemoData, isDemoAskedFor }: Server): void {
  say(`\nKeyhour is ready at ${publicUrl}\n`)
  if (!hasDemoData) return
  say('Demo sign-ins:')
  for (const { email, role } of DEMO_SIGN_INS) say(`  ${email.padEnd(24)} ${role}`)
  say(`  password                 ${DEMO_PASSWORD}\n`)
  say(`Mails: ${publicUrl}/dev/mail   API: ${publicUrl}/api/docs\n`)
  say(
    isDemoAskedFor
      ? 'WARNING: everybody who reaches this address can sign in as an admin. Set DEMO=off for real use.\n'
      : 'This demo answers only on this computer. To publish it on purpose, start it with DEMO=on.\n',
  )
}

function complain(error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException
  process.stderr.write(
    code === 'EADDRINUSE'
      ? `Somebody else listens there already (${message}). Set another PORT.\n`
      : `Keyhour cannot start: ${message}\n`,
  )
}
