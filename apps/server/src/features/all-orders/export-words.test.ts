import { readFileSync } from 'node:fs'
import { Language } from '@keyhour/contract/primitives'
import { expect, test } from 'vitest'
import { ORDER_WORDS } from '#server/features/all-orders/export-words.ts'

const onScreen = (language: Language) =>
  JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../../web/src/texts/${language}/admin-orders.json`, 'utf8'),
  )

test.each(Language.options)(
  'in the language %s a file uses the same words for an order as the screen',
  (language) => {
    const screen = onScreen(language)
    const words = ORDER_WORDS[language]
    const columns = Object.values(screen.column)

    expect(words.headings.slice(0, columns.length)).toEqual(columns)
    expect(words.payments).toEqual(screen.payment)
    expect([words.ongoing, words.waiting, words.notAvailable, words.invalidRange]).toEqual([
      screen.ongoing,
      screen.waiting,
      screen.notAvailable,
      screen.invalidRange,
    ])
    expect([words.hours('{{amount}}'), words.days('{{amount}}')]).toEqual(Object.values(screen.duration))
  },
)
