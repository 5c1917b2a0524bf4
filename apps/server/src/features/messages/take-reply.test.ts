import { createHmac } from 'node:crypto'
import type { Thread } from '@keyhour/contract/answers'
import { simulateMailbox } from '@keyhour/simulators/imap'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { contactMessages } from '#server/db/schema/messages.ts'
import { fetchReplies } from '#server/features/messages/fetch-replies.ts'
import { replyAddressOf } from '#server/features/messages/reply-address.ts'
import { MAIL_BYTES } from '#server/features/messages/take-reply.ts'
import { startWorld } from '../../../test/world.ts'

const SECRET = 'a secret of the mail server, long enough'
const mailbox = await simulateMailbox()
afterAll(mailbox.close)
const world = await startWorld({
  REPLY_ADDRESS: 'replies@keyhour.test',
  INBOUND_MAIL_SECRET: SECRET,
  IMAP_URL: mailbox.url,
})
const admin = await world.user({ admin: true })

async function receive(): Promise<number> {
  const [kept] = await world.db
    .insert(contactMessages)
    .values({ email: 'noa@example.com', message: 'Hello', read_at: '2026-03-01T08:00:00Z', is_handled: true })
    .returning()
  return kept!.id
}

const addressOf = (id: number) => replyAddressOf(world.secrets, 'replies@keyhour.test', id)

let mails = 0
function mailTo(to: string, headers: string[] = [], body = 'Thank you!') {
  mails += 1
  const given = ['Message-ID', 'Content-Type'].filter((name) => headers.some((one) => one.startsWith(name)))
  return [
    'From: Noa <noa@example.com>',
    `To: ${to}`,
    'Subject: Re: Your message',
    'Date: Mon, 02 Mar 2026 08:00:00 +0000',
    ...(given.includes('Message-ID') ? [] : [`Message-ID: <${mails}@example.com>`]),
    ...(given.includes('Content-Type') ? [] : ['Content-Type: text/plain; charset=utf-8']),
    ...headers,
    '',
    body,
  ].join('\r\n')
}

const signed = (mail: string, at = world.now(), secret = SECRET) => {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${mail}`).digest('hex')}`
}

const deliver = (mail: string, signature = signed(mail), remoteAddress = '10.0.0.1') =>
  world.send({
    method: 'POST',
    url: '/api/contact/inbound',
    headers: { 'content-type': 'message/rfc822', 'keyhour-signature': signature },
    payload: mail,
    remoteAddress,
  })

const repliesTo = async (id: number) =>
  (await world.get(`/api/contact/${id}/thread`, admin))
    .json()
    .posts.map(({ from_email, text }: { from_email: string; text: string }) => [from_email, text])
const messageOf = async (id: number) => (await world.get(`/api/contact/${id}`, admin)).json()

test('a reply joins its thread, and the message waits for an admin again', async () => {
  const id = await receive()
  const reply = await deliver(mailTo(addressOf(id), [], 'תודה!\r\n\r\nOn Monday Keyhour wrote:\r\n> Hello'))

  expect([reply.statusCode, reply.json()]).toEqual([200, {}])
  expect(await repliesTo(id)).toEqual([['noa@example.com', 'תודה!']])
  expect(await messageOf(id)).toMatchObject({ read_at: null, is_handled: false, version: 2 })
})

test('a reply whose address is only in the headers of the mail server is found', async () => {
  const [first, second] = [await receive(), await receive()]
  await deliver(mailTo('hello@keyhour.test', [`Delivered-To: ${addressOf(first)}`]))
  await deliver(mailTo('hello@keyhour.test', [`X-Original-To: <${addressOf(second).toUpperCase()}>`]))

  expect([await repliesTo(first), await repliesTo(second)]).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('a reply in HTML becomes text, and files that cannot be kept are named', async () => {
  const id = await receive()
  const body = [
    '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>See the <b>plan</b></p>',
    '--b\r\nContent-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n\r\nx',
    '--b--',
  ].join('\r\n')
  await deliver(mailTo(addressOf(id), ['Content-Type: multipart/mixed; boundary=b'], body))

  expect(await repliesTo(id)).toEqual([['noa@example.com', 'See the plan\n\n📎 plan.pdf']])
})

const part = (type: string, name: string, content: Uint8Array) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`

test('the good files of a reply are kept with it, and the others are named', async () => {
  const id = await receive()
  const picture = await sharp({ create: { width: 30, height: 15, channels: 3, background: '#e0a23a' } })
    .png()
    .toBuffer()
  const parts = [
    '--b\r\nContent-Type: text/plain\r\n\r\nHere they are',
    part('image/png', 'door.png', picture),
    part('application/pdf', 'broken.pdf', Buffer.from('%PDF-1.7 nothing')),
    part('application/octet-stream', 'setup.exe', Buffer.from('MZ program')),
    '--b--',
  ]
  const mail = mailTo(addressOf(id), ['Content-Type: multipart/mixed; boundary=b'], parts.join('\r\n'))
  for (let time = 0; time < 2; time += 1) await deliver(mail)
  const { posts } = (await world.get(`/api/contact/${id}/thread`, admin)).json<Thread>()

  expect(posts).toMatchObject([
    {
      text: 'Here they are\n\n📎 broken.pdf\n📎 setup.exe',
      attachments: [{ name: 'door.webp', content_type: 'image/webp' }],
    },
  ])
  expect(await messageOf(id)).toMatchObject({ has_files: true, replied_at: '2026-03-02T08:00:00.000Z' })
  expect((await world.get(`/api/contact/${id}/attachments`, admin)).json()).toEqual([])
  const file = await world.get(`/api/contact/${id}/attachments/${posts[0]!.attachments[0]!.id}`, admin)
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 30, height: 15 })
})

test('a reply that has only a picture is kept', async () => {
  const id = await receive()
  const picture = await sharp({ create: { width: 30, height: 15, channels: 3, background: '#e0a23a' } })
    .jpeg()
    .toBuffer()
  const body = `${part('image/jpeg', 'door.jpg', picture)}\r\n--b--`
  await deliver(mailTo(addressOf(id), ['Content-Type: multipart/mixed; boundary=b'], body))

  expect(await repliesTo(id)).toEqual([['noa@example.com', '']])
})

test('the same mail that arrives ten times at once, by webhook and from the mailbox, is one reply', async () => {
  const id = await receive()
  const mail = mailTo(addressOf(id))
  mailbox.receive(mail)
  const replies = await Promise.all([
    fetchReplies.run(world, {}),
    ...Array.from({ length: 10 }, () => deliver(mail)),
  ])

  expect(replies.slice(1).map((reply) => reply?.statusCode)).toEqual(Array(10).fill(200))
  expect(await repliesTo(id)).toHaveLength(1)
  expect(await messageOf(id)).toMatchObject({ version: 2 })
})

test('a mail without a Message-ID counts once too', async () => {
  const id = await receive()
  const mail = mailTo(addressOf(id), ['Message-ID:'])
  for (let time = 0; time < 2; time += 1) await deliver(mail)

  expect(await repliesTo(id)).toHaveLength(1)
})

test.each([
  ['to a forged address', (id: number) => mailTo(addressOf(id).replace(/\.[0-9a-f]{4}/, '.0000'))],
  ['to the signed address of another installation', () => mailTo(`replies+1.${'a'.repeat(24)}@keyhour.test`)],
  ['to nobody we know', () => mailTo('hello@keyhour.test')],
  ['that is an absence note', (id: number) => mailTo(addressOf(id), ['Auto-Submitted: auto-replied'])],
  ['that could not be delivered', (id: number) => mailTo(addressOf(id), ['Return-Path: <>'])],
  [
    'with an endless header of the mail server',
    () => mailTo('hello@keyhour.test', [`Delivered-To: ${'>'.repeat(1_000_000)}\u2028`]),
  ],
  ['without words', (id: number) => mailTo(addressOf(id), [], ' \r\n')],
  ['to a message that is gone', () => mailTo(addressOf(987_654))],
  ['that is nonsense', () => '\0\0not a mail'],
])('a mail %s is accepted and changes nothing', async (_, mailOf) => {
  const id = await receive()
  const before = await world.db.$count(contactMessages)
  const reply = await deliver(mailOf(id))

  expect(reply.statusCode).toBe(200)
  expect(await repliesTo(id)).toEqual([])
  expect(await messageOf(id)).toMatchObject({ version: 1 })
  expect(await world.db.$count(contactMessages)).toBe(before)
})

test('a machine cannot fill a thread', async () => {
  const id = await receive()
  for (let time = 0; time < 55; time += 1) await deliver(mailTo(addressOf(id)))

  expect(await repliesTo(id)).toHaveLength(50)
})

test('a mail with a wrong, missing or old signature is refused', async () => {
  const id = await receive()
  const mail = mailTo(addressOf(id))
  const [old, early] = [new Date('2026-03-02T07:54:00Z'), new Date('2026-03-02T08:06:00Z')]
  const wrong = ['', 'nonsense', signed(mail, world.now(), 'another secret'), signed(`${mail} `)]
  for (const signature of [...wrong, signed(mail, old), signed(mail, early)]) {
    const reply = await deliver(mail, signature)
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'The signature is wrong, or older than five minutes.' })
  }

  expect(await repliesTo(id)).toEqual([])
})

test('a network with too many wrong signatures is refused before its mail is read, and others are not', async () => {
  const id = await receive()
  const mail = mailTo(addressOf(id))
  const [forged, flooding] = [signed(mail, world.now(), 'another secret'), '10.0.0.2']
  for (let time = 0; time < 60; time += 1)
    expect((await deliver(mail, forged, flooding)).statusCode).toBe(401)
  const tooLarge = await deliver('a'.repeat(MAIL_BYTES + 1), forged, flooding)

  expect([tooLarge.statusCode, tooLarge.headers['retry-after']]).toEqual([429, '3600'])
  expect((await deliver(mail, signed(mail), flooding)).statusCode).toBe(429)
  expect(await repliesTo(id)).toEqual([])
  expect((await deliver(mail)).statusCode).toBe(200)
  world.setNow('2026-03-02T09:00:00.000Z')
  const later = await deliver(mail, signed(mail), flooding)
  world.setNow('2026-03-02T08:00:00.000Z')
  expect(later.statusCode).toBe(200)
  expect(await repliesTo(id)).toHaveLength(1)
})

test('a mail server with right signatures can send any number of mails', async () => {
  for (let time = 0; time < 65; time += 1)
    expect((await deliver(mailTo('hello@keyhour.test'))).statusCode).toBe(200)
})

test('without a secret no mail is received', async () => {
  const plain = await startWorld()
  const reply = await plain.send({ method: 'POST', url: '/api/contact/inbound', payload: 'mail' })

  expect(reply.statusCode).toBe(404)
})

test('a mail in the mailbox is taken and marked as read', async () => {
  const id = await receive()
  mailbox.receive(mailTo(addressOf(id), [], 'From the mailbox'))
  await fetchReplies.run(world, {})
  await fetchReplies.run(world, {})

  expect(await repliesTo(id)).toEqual([['noa@example.com', 'From the mailbox']])
  expect(mailbox.flags().at(-1)).toEqual(['\\Seen'])
})

test('a line that breaks in the middle of a mail, or before it is marked, loses and repeats nothing', async () => {
  const id = await receive()
  mailbox.receive(mailTo(addressOf(id), [], 'Long words. '.repeat(10_000)))
  mailbox.misbehave('hangs up in a mail')
  await expect(fetchReplies.run(world, {})).rejects.toThrow('the mailbox did not answer')
  expect([await repliesTo(id), mailbox.flags().at(-1)]).toEqual([[], []])
  mailbox.misbehave('hangs up before marking')
  await expect(fetchReplies.run(world, {})).rejects.toThrow('the mailbox did not answer')
  expect(mailbox.flags().at(-1)).toEqual([])
  await fetchReplies.run(world, {})

  expect(await repliesTo(id)).toHaveLength(1)
  expect(mailbox.flags().at(-1)).toEqual(['\\Seen'])
})

test('a mail that cannot be read is flagged, and those behind it are taken', async () => {
  const id = await receive()
  const nested = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
  )
  mailbox.receive(nested.join('\r\n'))
  mailbox.receive(mailTo(addressOf(id)))
  await fetchReplies.run(world, {})

  expect(mailbox.flags().slice(-2)).toEqual([['\\Flagged', '\\Seen'], ['\\Seen']])
  expect(await repliesTo(id)).toHaveLength(1)
})

test('while nothing can be saved, mails stay unread in the mailbox', async () => {
  const id = await receive()
  mailbox.receive(mailTo(addressOf(id)))
  await world.pool.query(`
    create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger disk_is_full before insert on message_posts execute function disk_is_full()`)
  await expect(fetchReplies.run(world, {})).rejects.toThrow()
  expect(mailbox.flags().at(-1)).toEqual([])
  await world.pool.query('drop trigger disk_is_full on message_posts')
  await fetchReplies.run(world, {})

  expect(await repliesTo(id)).toHaveLength(1)
  expect(mailbox.flags().at(-1)).toEqual(['\\Seen'])
})

test('a mailbox that refuses the password is named without the account, and read when it accepts it', async () => {
  mailbox.misbehave('refuses the password')

  await expect(fetchReplies.run(world, {})).rejects.toThrow(
    new Error('the mailbox did not accept the user name and password'),
  )
  await fetchReplies.run(world, {})
  expect(mailbox.commands.at(-1)).toBe('LOGOUT')
})
