import i18next from 'i18next'
import { expect, test } from 'vitest'
import { spaceAndOffice } from '#web/texts/local-place.ts'

test('a Hebrew name on an English screen does not turn the name beside it, nor an English one in Hebrew', async () => {
  expect(spaceAndOffice('חדר יפו', 'Negev Desk')).toBe('\u2068חדר יפו\u2069 · Negev Desk')
  await i18next.changeLanguage('he')
  expect(spaceAndOffice('חדר יפו', 'Negev Desk')).toBe('חדר יפו · \u2068Negev Desk\u2069')
})

test('an office that is rented whole is named alone', () => {
  expect(spaceAndOffice(null, 'Negev Desk')).toBe('Negev Desk')
})
