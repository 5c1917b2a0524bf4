import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALENDAR_SENTENCES } from '#server/features/calendars/describe-calendar-failure.ts'

const HEBREW = new URL('../../../../web/src/texts/he/server.json', import.meta.url)

test('every failure of a calendar has its own sentence in both languages', () => {
  const hebrew = JSON.parse(readFileSync(HEBREW, 'utf8'))
  const sentences = Object.values(CALENDAR_SENTENCES)

  expect(new Set(sentences).size).toBe(sentences.length)
  expect(sentences.filter((sentence) => !(sentence in hebrew))).toEqual([])
})
