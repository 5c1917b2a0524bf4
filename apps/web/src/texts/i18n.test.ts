import i18next from 'i18next'
import { expect, onTestFinished, test } from 'vitest'
import { serverText } from '#web/texts/i18n.ts'

test('a name does not turn the sentence that it stands in', async () => {
  const told = () => i18next.t('form.saved', { ns: 'admin-users', name: '\u202eDana' })
  await i18next.loadNamespaces('admin-users')
  expect(told()).toBe('Dana saved.')

  onTestFinished(async () => void (await i18next.changeLanguage('en')))
  await i18next.changeLanguage('he')
  expect(told()).toContain('\u2068Dana\u2069')
})

test('a sentence of the server is said in the language of the person, with the figures that are in it', async () => {
  const sentence = 'Some orders would be outside these hours: 3, the last on 2026-03-09.'
  expect(serverText(sentence)).toBe(sentence)

  onTestFinished(async () => void (await i18next.changeLanguage('en')))
  await i18next.changeLanguage('he')
  expect(serverText(sentence)).toBe('יש הזמנות שיישארו מחוץ לשעות האלה: 3, האחרונה בתאריך 2026-03-09.')
  expect(serverText('Cannot be empty')).toBe('שדה חובה')
  expect(serverText('Nobody knows 7 of these')).toBe('Nobody knows 7 of these')
})
