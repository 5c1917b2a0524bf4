import { simulateMailServer } from '@keyhour/simulators/mail-server'
import { afterAll, expect, test } from 'vitest'
import { deliverMail } from '#server/features/mail/deliver-mail.ts'
import { replyAddressOf } from '#server/features/messages/reply-address.ts'
import { takeReply } from '#server/features/messages/take-reply.ts'
import { tellAdmins } from '#server/features/messages/tell-admins.ts'
import { smtpMailer } from '#server/outside/mail.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({
  REPLY_ADDRESS: 'replies@keyhour.test',
  INBOUND_MAIL_SECRET: 'a secret of the mail server, long enough',
})
const server = await simulateMailServer()
const mailer = smtpMailer(server.url, { from: world.config.mailFrom, now: world.now })
afterAll(async () => {
  mailer.close()
  await server.close()
})

/** Through a real mail server. */
async function deliverAll() {
  const { rows } = await world.pool.query("delete from pgboss.job where name = 'deliver-mail' returning data")
  for (const { data } of rows) await deliverMail.run({ ...world, mailer }, data)
}

let networks = 0
async function write(given: object) {
  networks += 1
  const reply = await world.send({
    method: 'POST',
    url: '/api/contact/',
    payload: { email: `visitor-${networks}@keyhour.test`, message: 'Hello', ...given },
    remoteAddress: `10.0.0.${networks}`,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ id: number }>()
}

test.each<[string, object, string, string]>([
  ['anna', { language: 'en' }, 'We have received your message', 'If you did not write this'],
  ['dana', { language: 'he' }, 'קיבלנו את ההודעה שלך', 'אם לא כתבת את ההודעה'],
  ['omer', {}, 'קיבלנו את ההודעה שלך', 'אם לא כתבת את ההודעה'],
])(
  '%s, with %j, gets a confirmation in that language, with the message',
  async (name, given, subject, footnote) => {
    const email = `${name}@keyhour.test`
    await write({ email, message: 'First line\nSecond line', ...given })
    await deliverAll()

    expect(server.to(email)).toMatchObject([{ subject, text: expect.stringContaining(footnote) }])
    expect(server.to(email)[0]!.text).toMatch(/> First line\r?\n> Second line/)
  },
)

test('each admin gets one notice of all new messages in 15 minutes, and none of those that were read', async () => {
  const [dana, omer] = [
    await world.user({ admin: true, language: 'en' }),
    await world.user({ admin: true, language: 'he' }),
  ]
  const subjects = async (moment: string) => {
    world.setNow(`2026-03-02T${moment}:00.000Z`)
    // Two servers at once.
    await Promise.all([tellAdmins.run(world, {}), tellAdmins.run(world, {})])
    await deliverAll()
    return [dana, omer].map(({ email }) => server.to(email).map(({ subject }) => subject))
  }
  world.setNow('2026-03-02T08:59:00.000Z')
  expect((await subjects('09:00'))[0]).toHaveLength(1)
  server.received.length = 0
  const read = await write({})
  await write({})
  await write({})
  await world.send({ method: 'PATCH', url: `/api/contact/${read.id}`, payload: { read: true } }, dana)

  expect(await subjects('09:14')).toEqual([[], []])
  expect(await subjects('09:15')).toEqual([['2 new messages from visitors'], ['2 פניות חדשות ממבקרים']])
  expect((await subjects('09:40'))[0]).toHaveLength(1)
  await write({})
  expect((await subjects('09:41'))[0]).toEqual([
    '2 new messages from visitors',
    'A new message from a visitor',
  ])
})

test('admins get a notice of replies to messages that they know, too', async () => {
  const noam = await world.user({ admin: true, language: 'en' })
  const subjects = async (moment: string) => {
    world.setNow(`2026-03-03T${moment}:00.000Z`)
    await tellAdmins.run(world, {})
    await deliverAll()
    return server.to(noam.email).map(({ subject }) => subject)
  }
  const markRead = (id: number) =>
    world.send({ method: 'PATCH', url: `/api/contact/${id}`, payload: { read: true } }, noam)
  const reply = async (id: number) => {
    const to = replyAddressOf(world.secrets, 'replies@keyhour.test', id)
    expect(await takeReply(world, Buffer.from(`From: a@keyhour.test\r\nTo: ${to}\r\n\r\nThe ${id}`))).toBe(
      'kept',
    )
  }
  world.setNow('2026-03-03T09:00:00.000Z')
  const [known, read] = [await write({}), await write({})]
  await subjects('09:01')
  for (const { id } of [known, read]) await markRead(id)
  server.received.length = 0
  world.setNow('2026-03-03T10:00:00.000Z')
  const fresh = await write({})
  for (const { id } of [known, read, fresh]) await reply(id)
  await markRead(read.id)

  expect(await subjects('10:01')).toEqual(['2 new messages from visitors'])
  expect(await subjects('10:30')).toHaveLength(1)
})
