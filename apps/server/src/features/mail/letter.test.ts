import { isolated } from '@keyhour/contract/direction'
import { expect, test } from 'vitest'
import { type Letter, letterTo, writeMail } from '#server/features/mail/letter.ts'

const letter: Letter = {
  subject: 'Confirm "it"',
  greeting: 'Hello <b>Dana</b>,',
  paragraphs: ['Here: https://keyhour.example/a?b=1&c=2', 'Bye.'],
  action: { label: 'Go', url: 'https://keyhour.example/go?token=1.a' },
  footnote: 'Not you?',
}

test('the plain text has everything that the HTML has', () => {
  expect(writeMail('dana@keyhour.test', 'en', letter).text).toBe(
    [
      'Hello <b>Dana</b>,',
      'Here: https://keyhour.example/a?b=1&c=2',
      'Bye.',
      'Go:\nhttps://keyhour.example/go?token=1.a',
      'Not you?',
      '-- \nKeyhour',
    ].join('\n\n'),
  )
})

test('what people write never becomes HTML, and addresses become links', () => {
  const { html } = writeMail('dana@keyhour.test', 'en', letter)

  expect(html).toContain('Hello &#60;b&#62;Dana&#60;/b&#62;,')
  expect(html).toContain('href="https://keyhour.example/a?b=1&#38;c=2"')
  expect(html.match(/href="https:\/\/keyhour\.example\/go\?token=1\.a"/g)).toHaveLength(2)
})

test('Hebrew runs from right to left, and addresses in it from left to right', () => {
  const { html } = writeMail('dana@keyhour.test', 'he', { ...letter, subject: 'שלום' })

  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toContain('<a class="link" dir="ltr" href="https://keyhour.example/a')
})

test('a name with direction marks turns nothing around in a mail: not the subject, the text or the HTML', () => {
  const mail = writeMail('dana@keyhour.test', 'en', {
    ...letter,
    subject: 'Booked: \u202eJaffa',
    greeting: 'Hello \u2067Dana\u202e,',
  })

  expect(mail.subject).toBe('Booked: Jaffa')
  expect(mail.text).toContain('Hello Dana,')
  expect(mail.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test('a name keeps its own direction in a mail of the other one, in the text and in the HTML', () => {
  const reader = { name: 'Dana & Co 2', language: 'he' } as const
  const words = { subject: `ההזמנה אושרה: ${isolated('Room 3', 'he')}`, paragraphs: ['שלום.'] }
  const mail = writeMail('dana@keyhour.test', 'he', letterTo(reader, { en: words, he: words }))

  expect(mail.subject).toBe('ההזמנה אושרה: Room 3')
  expect(mail.text).toContain('שלום \u2068Dana & Co 2\u2069,')
  expect(mail.html).toContain('שלום <bdi>Dana &#38; Co 2</bdi>,')
  expect(mail.html).toContain('<title>ההזמנה אושרה: Room 3</title>')
  expect(mail.html).toContain('ההזמנה אושרה: <bdi>Room 3</bdi></h1>')
})

test('a mail without an action has no button', () => {
  const { html } = writeMail('dana@keyhour.test', 'en', { subject: 'A', greeting: 'B', paragraphs: ['C'] })

  expect(html).not.toContain('<a ')
  expect(html).not.toContain('<hr')
})

test('a quote keeps its lines, and nothing in it becomes a link or HTML', () => {
  const quote = { intro: 'You wrote:', text: 'See <b>\nhttps://evil.example/ or www.evil.example' }
  const { text, html } = writeMail('dana@keyhour.test', 'en', { ...letter, quote })
  const seen = (part: string) => part.replaceAll('\u200b', '')

  expect(seen(text)).toContain(
    'You wrote:\n> See <b>\n> https://evil.example/ or www.evil.example\n\nNot you?',
  )
  expect(seen(html)).toContain('See &#60;b&#62;<br>https://evil.example/ or www.evil.example</blockquote>')
  for (const part of [text, html]) expect(part).not.toMatch(/https?:\/\/evil|www\.evil|evil\.example/)
})
