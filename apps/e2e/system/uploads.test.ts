import { expect, onTestFinished, test } from 'vitest'
import { startDuringTest } from '../test/during-test.ts'
import { type Client, startOutsideDatabase } from '../test/outside-database.ts'
import { uploadPhoto } from '../test/upload-photo.ts'
import { pause } from './product.ts'

const UPLOADS = 250

test(`${UPLOADS} photos uploaded together are checked or refused, and the server stays healthy`, async () => {
  const { settings, person, stop } = await startOutsideDatabase()
  onTestFinished(stop)
  const server = await startDuringTest(settings('one'))
  const people: Client[] = []
  for (let made = 0; made < UPLOADS; made += 1) people.push(await person())

  let isOver = false
  const uploads = Promise.all(people.map((one) => uploadPhoto(server, one))).finally(() => {
    isOver = true
  })
  const health = []
  do {
    health.push((await fetch(`${server.url}/api/health`)).status)
    await pause(20)
  } while (!isOver)
  const statuses = await uploads

  expect(new Set(health)).toEqual(new Set([200]))
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(UPLOADS / 2)
})
