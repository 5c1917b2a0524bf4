import { readFileSync } from 'node:fs'
import { Language } from '@keyhour/contract/primitives'
import { expect, test } from 'vitest'
import { INSIGHT_WORDS } from '#server/features/insight/export-words.ts'

const onScreen = (language: Language) =>
  JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../../web/src/texts/${language}/insight.json`, 'utf8'),
  )

test.each(Language.options)(
  'in the language %s a file uses the same words for its numbers as the screen',
  (language) => {
    const screen = onScreen(language)
    const words = INSIGHT_WORDS[language]

    expect(words.sheets).toEqual(screen.chart)
    expect(words.types).toEqual(screen.spaceType)
    expect(words.payments).toEqual(screen.payment)
    expect([words.from, words.to, words.office, words.type]).toEqual([
      screen.from,
      screen.to,
      screen.office,
      screen.type,
    ])
    expect([words.hour, words.payment]).toEqual([screen.heading.hours, screen.heading.payments])
    for (const measure of ['revenue', 'net', 'occupancy', 'utilisation'] as const)
      expect(words.measure(measure, 'ILS').replace(/ (%|\(ILS\))$/, '')).toBe(screen.measure[measure])
    expect(words.change(screen.measure.net)).toBe(screen.changeOf.replace('{{measure}}', screen.measure.net))
    expect(words.share.replace(' %', '')).toBe(screen.shareOfRevenue)
  },
)
