import { Email } from '@keyhour/contract/primitives'
import { bringUp } from '#server/bring-up.ts'
import { runCommand } from '#server/command.ts'
import { makeAdmin } from '#server/features/auth/make-admin.ts'
import { PASSWORD_LINK_MINUTES } from '#server/features/auth/rules.ts'

await runCommand('No admin was made', async ({ argument, onClose, ...circumstances }) => {
  const { config, tell } = circumstances
  const email = readEmail(argument)
  const { db } = await bringUp(circumstances, { onClose, role: 'command' })
  // biome-ignore lint/plugin: the clock starts here
  const link = await makeAdmin({ config, db, now: () => new Date() }, email)
  tell(`\n${email} is an admin. This link sets the password, once, within ${PASSWORD_LINK_MINUTES} minutes,`)
  tell(`while Keyhour runs:\n\n  ${link}\n`)
  if (config.demo) tell('Start Keyhour with DEMO=off when it is for real use.\n')
})

function readEmail(given: string | undefined): string {
  const email = Email.safeParse(given)
  if (email.success) return email.data
  throw new Error(
    `${given ? `${given} is no e-mail address` : 'the e-mail address is missing'}. ` +
      'Say whom to make an admin: npm run create-admin -- dana@example.com',
  )
}
