import { expect, test } from 'vitest'
import { deleteAttemptsBefore } from '#server/features/attempts/queries.ts'
import { startWorld } from '../../../test/world.ts'
import { forgetAttempts, forgiveAttempts, isRemembered, limitAttempts, remember } from './limit-attempts.ts'

const world = await startWorld()
const limit = (who: string) => ({ what: 'knock', who, most: 3, minutes: 15 })
const knock = (who: string) => limitAttempts(world, [limit(who)])

test('one attempt too many is refused with the time to wait, and the next window starts afresh', async () => {
  world.setNow('2026-03-02T08:00:00.000Z')
  for (let attempt = 0; attempt < 3; attempt += 1) await knock('dana')
  world.setNow('2026-03-02T08:05:00.000Z')

  await expect(knock('Dana')).rejects.toMatchObject({ statusCode: 429, headers: { 'retry-after': 600 } })
  await knock('somebody else')
  world.setNow('2026-03-02T08:15:00.000Z')
  await knock('dana')
})

test('of many simultaneous attempts, no more than the limit get through', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => knock('all at once')))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('successful attempts do not count', async () => {
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await knock('careful')
    await forgiveAttempts(world, [limit('careful')])
  }
  for (let attempt = 0; attempt < 3; attempt += 1) await knock('careful')

  await expect(knock('careful')).rejects.toMatchObject({ statusCode: 429 })
})

test('forgotten attempts are counted from zero again', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await knock('second chance')
  await expect(knock('second chance')).rejects.toMatchObject({ statusCode: 429 })
  await forgetAttempts(world, [limit('second chance')])

  await knock('second chance')
})

test('what is remembered expires after its days, and names nobody', async () => {
  world.setNow('2026-03-02T08:00:00.000Z')
  await remember(world, 'known place', 'dana@keyhour.test from 10.0.0.1')

  expect(await isRemembered(world, 'known place', 'dana@keyhour.test from 10.0.0.1', 30)).toBe(true)
  expect(await isRemembered(world, 'known place', 'dana@keyhour.test from 10.0.0.2', 30)).toBe(false)
  const { rows } = await world.pool.query('select key from attempts')
  expect(JSON.stringify(rows)).not.toMatch(/dana|10\.0\.0/)
  await deleteAttemptsBefore(world.db, new Date('2026-03-02T08:00:00.001Z'))
  expect(await isRemembered(world, 'known place', 'dana@keyhour.test from 10.0.0.1', 30)).toBe(false)
})

test('after the clock was set back by days, nobody waits for days', async () => {
  world.setNow('2026-03-05T08:00:00.000Z')
  for (let attempt = 0; attempt < 3; attempt += 1) await knock('early')
  await expect(knock('early')).rejects.toMatchObject({ statusCode: 429 })
  world.setNow('2026-03-02T08:00:00.000Z')

  for (let attempt = 0; attempt < 3; attempt += 1) await knock('early')
  await expect(knock('early')).rejects.toMatchObject({ statusCode: 429, headers: { 'retry-after': 900 } })
})
