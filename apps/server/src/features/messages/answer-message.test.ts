import { ANSWER_LENGTH } from '@keyhour/contract/answers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactMessages, messagePosts } from '#server/db/schema/messages.ts'
import { startWorld } from '../../../test/world.ts'

const SECRET = 'a secret of the mail server, long enough'
const world = await startWorld({ REPLY_ADDRESS: 'replies@keyhour.test', INBOUND_MAIL_SECRET: SECRET })
const [dana, member] = [await world.user({ admin: true, name: 'Dana' }), await world.user()]

let made = 0
async function receive(given: Partial<typeof contactMessages.$inferInsert> = {}) {
  made += 1
  const message = { email: `visitor-${made}@example.com`, message: 'Is there parking?', ...given }
  const [kept] = await world.db.insert(contactMessages).values(message).returning()
  return kept!
}

const answer = (id: number, payload: object, { as = dana, key = '' } = {}) =>
  world.send(
    {
      method: 'POST',
      url: `/api/contact/${id}/answers`,
      payload,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    as,
  )
const threadOf = async (id: number) => (await world.get(`/api/contact/${id}/thread`, dana)).json()
const messageOf = async (id: number) => (await world.get(`/api/contact/${id}`, dana)).json()

async function mailsTo(address: string) {
  await world.runJobs()
  return world.mailsTo(address)
}

test('an answer is mailed to the visitor and kept in the thread, and the message becomes read', async () => {
  const { id, email } = await receive({ language: 'en', created_at: '2026-03-01T08:00:00Z' })
  const reply = await answer(id, { text: '  Yes, in the courtyard.\n\nAnd it is free.  ' })

  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toEqual({
    id: expect.any(Number),
    kind: 'answer',
    author: 'Dana',
    from_email: null,
    text: 'Yes, in the courtyard.\n\nAnd it is free.',
    created_at: '2026-03-02T08:00:00.000Z',
    undelivered_at: null,
    attachments: [],
  })
  expect(await threadOf(id)).toEqual({ posts: [reply.json()], mailbox: null })
  expect(await messageOf(id)).toMatchObject({ read_at: '2026-03-02T08:00:00.000Z', is_handled: false })
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Your message to Keyhour' })
  expect(mail!.text).toContain('Yes, in the courtyard.\n\nAnd it is free.')
  expect(mail!.text).toMatch(/You wrote on Sunday.*1 March 2026.*:\n> Is there parking\?/)
  expect(mail!.replyTo).toMatchObject([
    { address: expect.stringMatching(/^replies\+\d+\.[0-9a-f]{24}@keyhour\.test$/) },
  ])
  expect(mail!.headers.map(({ key }) => key)).not.toContain('auto-submitted')
})

test('a Hebrew message is answered in a Hebrew frame', async () => {
  const { id, email } = await receive({ message: 'יש חניה?' })
  await answer(id, { text: 'כן, בחצר.' })
  const [mail] = await mailsTo(email)

  expect(mail!.subject).toBe('הפנייה שלך ל־Keyhour')
  expect(mail!.html).toContain('<html lang="he" dir="rtl">')
  expect(mail!.text).toContain('> יש חניה?')
})

test('the words of a visitor become no link and no markup in the answer', async () => {
  const { id, email } = await receive({ message: '<b>see</b> https://evil.test/' })
  await answer(id, { text: 'Thank you.\nWe looked at https://keyhour.test/' })
  const { html } = (await mailsTo(email))[0]!

  expect(html?.replaceAll('\u200b', '')).toContain('&#60;b&#62;see&#60;/b&#62; https://evil.test/')
  expect(html).not.toContain('href="https://evil.test/"')
  expect(html).toContain('Thank you.<br>We looked at <a')
})

test('an answer can also mark the message as handled', async () => {
  const { id } = await receive({ read_at: '2026-03-01T08:00:00Z' })
  await answer(id, { text: 'Done.', mark_handled: true })

  expect(await messageOf(id)).toMatchObject({ read_at: '2026-03-01T08:00:00.000Z', is_handled: true })
})

test('an answer that crosses with a reply is sent, but neither quotes nor hides the reply', async () => {
  const { id, email } = await receive()
  const first = (await answer(id, { text: 'Yes.', last_post_id: 0 })).json()
  const seen = { text: 'And it is free.', mark_handled: true, last_post_id: first.id }
  await world.db.insert(messagePosts).values({
    message_id: id,
    kind: 'reply',
    from_email: email,
    text: 'Wait!',
    mail_id: '<wait@example.com>',
    created_at: '2026-03-02T08:00:00Z',
  })
  await world.db.update(contactMessages).set({ read_at: null }).where(eq(contactMessages.id, id))
  const replies = [await answer(id, seen, { key: 'crossed' })]

  expect(await messageOf(id)).toMatchObject({ read_at: null, is_handled: false })
  const [, reply, second] = (await threadOf(id)).posts
  replies.push(await answer(id, { ...seen, last_post_id: second.id }, { key: 'crossed' }))
  expect(replies.map((one) => one.json())).toEqual([second, second])
  const mails = await mailsTo(email)
  expect(mails.map(({ text }) => text?.includes('> Wait!'))).toEqual([false, false])
  await answer(id, { ...seen, last_post_id: reply.id })
  expect(await messageOf(id)).toMatchObject({ read_at: '2026-03-02T08:00:00.000Z', is_handled: true })
})

test('a second answer continues the conversation: it quotes the last reply and refers to the earlier mails', async () => {
  const { id, email } = await receive({ language: 'en' })
  await answer(id, { text: 'Yes.' })
  const first = (await mailsTo(email))[0]!
  await world.db.insert(messagePosts).values({
    message_id: id,
    kind: 'reply',
    from_email: email,
    text: 'And for two cars?',
    mail_id: '<reply@example.com>',
    created_at: '2026-03-02T09:00:00Z',
  })
  world.setNow('2026-03-02T10:00:00.000Z')
  await answer(id, { text: 'For two as well.' })
  world.setNow('2026-03-02T08:00:00.000Z')
  const second = (await mailsTo(email)).find(({ text }) => text?.includes('For two as well.'))!

  expect(second.text).toContain('> And for two cars?')
  expect(second.text).not.toContain('Is there parking?')
  expect(second.inReplyTo).toBe('<reply@example.com>')
  expect(second.references?.split(/\s+/)).toEqual([first.messageId, '<reply@example.com>'])
  expect(second.replyTo).toEqual(first.replyTo)
})

test('an answer that is sent twice, even at the same time, is mailed once', async () => {
  const { id, email } = await receive()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => answer(id, { text: 'Yes.' }, { key: 'one-answer' })),
  )
  replies.push(await answer(id, { text: 'Yes.' }, { key: 'one-answer' }))

  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(replies[0]!.statusCode).toBe(201)
  expect((await threadOf(id)).posts).toHaveLength(1)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('an answer whose mail cannot be enqueued is not kept', async () => {
  const { id } = await receive()
  await world.pool.query(
    `alter table pgboss.job add constraint no_mail check (name <> 'deliver-answer') not valid`,
  )
  const reply = await answer(id, { text: 'Yes.' })
  await world.pool.query('alter table pgboss.job drop constraint no_mail')

  expect(reply.statusCode).toBe(500)
  expect((await threadOf(id)).posts).toEqual([])
  expect(await messageOf(id)).toMatchObject({ read_at: null, version: 1 })
})

test('nobody is answered who has deleted their account', async () => {
  const { id } = await receive({ email: 'deleted-7@deleted.invalid' })
  const reply = await answer(id, { text: 'Yes.' })

  expect(reply.statusCode).toBe(409)
  expect(reply.json().detail).toBe('The sender has deleted their account, so there is no address to answer.')
})

test.each([
  [{ text: '  ' }, 'Cannot be empty'],
  [{}, 'Cannot be empty'],
  [{ text: 'a'.repeat(ANSWER_LENGTH + 1) }, 'Should have at most 10000 characters'],
])('an answer that is empty or too long is refused', async (payload, msg) => {
  const { id } = await receive()
  const reply = await answer(id, payload)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'text'], msg }])
})

test('a message that does not exist has no thread and takes no answer', async () => {
  for (const reply of [
    await answer(987_654, { text: 'Yes.' }),
    await world.get('/api/contact/987654/thread', dana),
  ]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'This message does not exist.' })
  }
})

test('only admins read threads and answer', async () => {
  const { id } = await receive()

  expect((await answer(id, { text: 'Yes.' }, { as: member })).statusCode).toBe(403)
  expect((await world.get(`/api/contact/${id}/thread`, member)).statusCode).toBe(403)
  expect((await world.get(`/api/contact/${id}/thread`)).statusCode).toBe(401)
  expect((await threadOf(id)).posts).toEqual([])
})

test('an answer is in the audit log without its words', async () => {
  const { id } = await receive()
  await answer(id, { text: 'Yes.' })
  const { rows } = await world.pool.query(
    `select actor_id::integer, action, details from audit_log where subject = 'message' and subject_id = $1`,
    [id],
  )

  expect(rows).toEqual([{ actor_id: dana.id, action: 'answer message', details: {} }])
})

test('without a reply address, answers go out, and replies go to the contact mailbox', async () => {
  const plain = await startWorld({ CONTACT_EMAIL: 'hello@keyhour.test' })
  const admin = await plain.user({ admin: true })
  const [kept] = await plain.db
    .insert(contactMessages)
    .values({ email: 'noa@example.com', message: 'Hello' })
    .returning()
  await plain.post(`/api/contact/${kept!.id}/answers`, { text: 'Hi.' }, admin)
  await plain.runJobs()

  const [mail] = await plain.mailsTo('noa@example.com')
  expect(mail!.replyTo).toMatchObject([{ address: 'hello@keyhour.test' }])
  expect((await plain.get(`/api/contact/${kept!.id}/thread`, admin)).json()).toMatchObject({
    mailbox: 'hello@keyhour.test',
  })
})
