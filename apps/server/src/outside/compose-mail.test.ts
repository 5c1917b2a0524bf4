import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { composeMail } from '#server/outside/compose-mail.ts'

const mail = {
  id: '6f1c1d6e-3b0a-4a39-9c53-0f2b1f6f9a01',
  to: 'dana@keyhour.test',
  subject: 'Your booking',
  text: 'See you there',
  html: '<p>See you there</p>',
}
const sender = { from: 'Keyhour <no-reply@keyhour.test>', now: () => new Date('2026-03-02T08:00:00Z') }

const sent = (change: Partial<Parameters<typeof composeMail>[0]>, from = sender.from) =>
  composeMail({ ...mail, ...change }, { ...sender, from })
const read = (change: Parameters<typeof sent>[0], from?: string) => PostalMime.parse(sent(change, from).raw)

test('a mail has its sender, recipient, subject and date, and the words twice', async () => {
  expect(await read({})).toMatchObject({
    from: { name: 'Keyhour', address: 'no-reply@keyhour.test' },
    to: [{ address: 'dana@keyhour.test' }],
    subject: 'Your booking',
    date: '2026-03-02T08:00:00.000Z',
    messageId: '<6f1c1d6e-3b0a-4a39-9c53-0f2b1f6f9a01@keyhour.test>',
    text: 'See you there\n',
    html: '<p>See you there</p>\n',
    attachments: [],
  })
})

test.each([
  ['long Hebrew', 'ההזמנה שלכם בחדר הישיבות הגדול בקומה השלישית ברחוב הרצל בתל אביב אושרה 🎉'.repeat(3)],
  ['punctuation', 'Room "A", <b>: 10:00; a@b =?UTF-8?B?eA==?= (1)'],
  ['long English', 'A very long subject that goes on and on, far beyond what fits on one line of a header'],
])('a subject in %s arrives as it was written, in short lines', async (_, subject) => {
  const { raw } = sent({ subject })

  expect((await PostalMime.parse(raw)).subject).toBe(subject)
  expect(
    Math.max(
      ...raw
        .toString()
        .split('\r\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThan(100)
})

test('a subject cannot add a header', async () => {
  const { headers, subject } = await read({ subject: 'Hello\r\nBcc: eve@keyhour.test' })

  expect(subject).toBe('Hello Bcc: eve@keyhour.test')
  expect(headers.map(({ key }) => key)).not.toContain('bcc')
})

test.each([
  ['"Keyhour, Ltd." <a@keyhour.test>', 'Keyhour, Ltd.', 'a@keyhour.test'],
  ['קיהאואר <a@keyhour.test>', 'קיהאואר', 'a@keyhour.test'],
  ['a@keyhour.test', '', 'a@keyhour.test'],
])('mails can be sent as %s', async (from, name, address) => {
  expect((await read({}, from)).from).toEqual({ name, address })
  expect(sent({}, from).envelope).toEqual({ from: address, to: ['dana@keyhour.test'] })
})

test('a domain in Hebrew letters is written as mail servers know it', () => {
  expect(sent({ to: 'dana@קיהאואר.test' }).envelope.to).toEqual(['dana@xn--4dbakfr7fm.test'])
})

test('Hebrew words, dots at the start of a line and long lines arrive whole', async () => {
  const text = `שלום\n.\n${'x'.repeat(3000)}\n`
  const html = `<p>${'y'.repeat(3000)}</p>`
  const read = await PostalMime.parse(sent({ text, html }).raw)

  expect(read.text?.replaceAll('\r\n', '\n')).toBe(text)
  expect(read.html?.trim()).toBe(html)
})

test('an invitation is offered by the mail program, and attached for those that do not know it', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
  const raw = sent({ ics: { method: 'REQUEST', content } }).raw
  const { attachments } = await PostalMime.parse(raw)

  expect(raw.toString()).toContain('Content-Type: text/calendar; method=REQUEST; charset=utf-8')
  expect(attachments).toContainEqual(
    expect.objectContaining({ filename: 'keyhour.ics', mimeType: 'application/ics' }),
  )
})

test('an attached file arrives byte for byte', async () => {
  const pdf = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))
  const file = { filename: 'receipt-7.pdf', contentType: 'application/pdf', content: pdf.toString('base64') }
  const { attachments } = await read({ attachments: [file] })

  expect(attachments).toMatchObject([{ filename: 'receipt-7.pdf', mimeType: 'application/pdf' }])
  expect(Buffer.from(attachments[0]!.content as ArrayBuffer)).toEqual(pdf)
})

test('an answer names where to reply and the mails before it, and is not marked as automatic', async () => {
  const references = ['<first@keyhour.test>', ...Array.from({ length: 30 }, (_, n) => `<${n}@example.com>`)]
  const answer = { replyTo: 'replies+5.ab@keyhour.test', references, isPersonal: true }
  const { replyTo, inReplyTo, references: written, headers } = await read(answer)

  expect(replyTo).toMatchObject([{ address: 'replies+5.ab@keyhour.test' }])
  expect(inReplyTo).toBe('<29@example.com>')
  expect(written?.split(/\s+/)).toEqual(['<first@keyhour.test>', ...references.slice(-19)])
  expect(headers.map(({ key }) => key)).not.toContain('auto-submitted')
})

test('neither a reply address nor a Message-ID of a stranger can add a header', async () => {
  const references = ['<a@b.test>\r\nBcc: eve@keyhour.test', '<good@b.test>', '<a b@c.test>', 'none']
  const { headers, references: written } = await read({ replyTo: 'a@b.test\r\nBcc: eve@b.test', references })

  expect(headers.map(({ key }) => key)).not.toContain('bcc')
  expect(written).toBe('<good@b.test>')
})
