import { expect, test } from 'vitest'
import {
  isAutomatic,
  nameOnOneLine,
  textOfHtml,
  withNames,
  wordsOf,
} from '#server/features/messages/reply-rules.ts'
import { cpuSeconds } from '../../../test/cpu-seconds.ts'

test.each([
  ['nothing below', 'Yes, please.', 'Yes, please.'],
  [
    'Gmail',
    'Yes, please.\r\n\r\nOn Mon, 2 Mar 2026 at 10:00, Keyhour <no-reply@keyhour.test>\r\nwrote:\r\n\r\n> Would you like a desk?\r\n> Keyhour\r\n',
    'Yes, please.',
  ],
  ['Apple Mail', 'Yes.\n\nOn 2 Mar 2026, at 10:00, Keyhour <a@b.test> wrote:\n\n> A desk?\n', 'Yes.'],
  [
    'Gmail in Hebrew',
    'כן, תודה.\n\n\u202bבתאריך יום ב׳, 2 במרץ 2026 ב-10:00 מאת \u202aKeyhour\u202c\u200f <\u202aa@b.test\u202c>:\u202c\u200f\n\n> רוצים שולחן?\n',
    'כן, תודה.',
  ],
  ['Hebrew', 'כן.\n\nבתאריך 2.3.2026 10:00, Keyhour כתב:\n> שולחן?', 'כן.'],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Keyhour <a@b.test>\nSent: Monday, 2 March 2026\nA desk?',
    'Yes.',
  ],
  ['Outlook in Hebrew', 'כן.\n\nמאת: Keyhour <a@b.test>\nנשלח: יום שני\nאל: דנה\nשולחן?', 'כן.'],
  ['old Outlook', 'Yes.\n\n-----Original Message-----\nFrom: Keyhour\nA desk?', 'Yes.'],
  ['bare quotation marks', 'Yes.\n\n> A desk?\n>\n> Keyhour\n\n', 'Yes.'],
])('a reply has only what is new, without the earlier mail: %s', (_, text, words) => {
  expect(wordsOf(text)).toBe(words)
})

test.each([
  ['between the lines', 'Hi.\nOn 2 Mar 2026, Keyhour wrote:\n> A desk?\nYes.\n> A chair?\nNo.'],
  ['below the earlier mail', 'On 2 Mar 2026, Keyhour wrote:\n> A desk?\n\nYes.'],
  ['only a quotation', '> A desk?'],
  ['a sentence like a mark', 'On Monday my boss wrote: yes.\nSo please book it.'],
])('nothing is cut from a reply that is written %s', (_, text) => {
  expect(wordsOf(text)).toBe(text)
})

test('files that were not kept are named below the words, each on its line', () => {
  expect(withNames('See the plan.', ['plan.exe', nameOnOneLine('a\r\nb.png'), nameOnOneLine('')])).toBe(
    'See the plan.\n\n📎 plan.exe\n📎 a b.png\n📎 ?',
  )
  expect(withNames('', ['plan.exe'])).toBe('📎 plan.exe')
})

test('a reply is bounded, and can be stored whatever it contains', () => {
  expect(wordsOf('a'.repeat(60_000))).toHaveLength(50_000)
  expect(wordsOf('a\0b\u202ec')).toBe('abc')
  const seconds = cpuSeconds(() => {
    wordsOf('On Monday they wrote:\n'.repeat(700_000))
    textOfHtml('<style>'.repeat(2_000_000))
    textOfHtml('<'.repeat(15_000_000))
    textOfHtml(`<${'a'.repeat(1_000_000)}`)
  })
  expect(seconds).toBeLessThan(10)
})

test('HTML becomes text', () => {
  const html =
    '<html><head><title>x</title><style>p { color: red }</style></head><body><p>Yes &amp; no,\n  thanks&nbsp;a lot</p><div>1 &lt; 2<br>&#1513;</div><script>alert(1)</script></body></html>'

  expect(textOfHtml(html).trim()).toBe('Yes & no, thanks a lot\n1 < 2\nש')
})

test.each([
  ['auto-submitted', 'auto-replied'],
  ['precedence', 'bulk'],
  ['x-autoreply', 'yes'],
  ['return-path', '<>'],
  ['content-type', 'multipart/report; report-type=delivery-status'],
])('a mail with %s: %s was written by no person', (key, value) => {
  expect(isAutomatic([{ key, value }])).toBe(true)
})

test.each([
  ['auto-submitted', 'no'],
  ['return-path', '<noa@example.com>'],
  ['precedence', 'normal'],
  ['content-type', 'multipart/alternative'],
])('a mail with %s: %s may have been written by a person', (key, value) => {
  expect(isAutomatic([{ key, value }])).toBe(false)
})
