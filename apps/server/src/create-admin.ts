import { Email } from '@keyhour/contract/primitives'
import { pino } from 'pino'
import { bringUp, collectClosers } from '#server/bring-up.ts'
import { readConfig } from '#server/config.ts'
import { makeAdmin } from '#server/features/auth/make-admin.ts'
import { PASSWORD_LINK_MINUTES } from '#server/features/auth/rules.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const log = pino({ level: 'warn' }, pino.destination(2))
const { onClose, close } = collectClosers(log)
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
process.once('SIGINT', () => stopping.abort())

try {
  const email = readEmail(process.argv[2])
  const config = readConfig(process.env)
  const { db } = await bringUp(
    { config, log, tell: say, signal: stopping.signal, onDatabaseLost: () => stopping.abort() },
    { onClose, besideServer: true },
  )
  // biome-ignore lint/plugin: the clock starts here
  const link = await makeAdmin({ config, db, now: () => new Date() }, email)
  say(`\n${email} is an admin. This link sets the password, once, within ${PASSWORD_LINK_MINUTES} minutes,`)
  say(`while Keyhour runs:\n\n  ${link}\n`)
  if (config.demo) say('Start Keyhour with DEMO=off when it is for real use.\n')
} catch (error) {
  process.stderr.write(`No admin was made: ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await close()
}

function readEmail(given: string | undefined): string {
  const email = Email.safeParse(given)
  if (email.success) return email.data
  throw new Error(
    `${given ? `${given} is no e-mail address` : 'the e-mail address is missing'}. ` +
      'Say whom to make an admin: npm run create-admin -- dana@example.com',
  )
}
