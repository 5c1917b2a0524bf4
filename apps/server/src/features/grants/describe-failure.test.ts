import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFailure, SENTENCES } from '#server/features/grants/describe-failure.ts'

const HEBREW = new URL('../../../../web/src/texts/he/server.json', import.meta.url)

test('every door failure has its own sentence in both languages', () => {
  const hebrew = JSON.parse(readFileSync(HEBREW, 'utf8'))
  const sentences = Object.keys(SENTENCES).map(describeFailure)

  expect(new Set(sentences).size).toBe(sentences.length)
  expect(sentences.filter((sentence) => !(sentence! in hebrew))).toEqual([])
  expect(describeFailure(null)).toBeNull()
})
