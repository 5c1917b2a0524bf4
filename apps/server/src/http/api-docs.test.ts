import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

test('the API describes itself, prices in the units that travel', async () => {
  const description = (await world.get('/api/docs/json')).json()

  expect(description.openapi).toBe('3.1.0')
  expect(Object.keys(description.paths)).toContain('/api/offices/my-offices')
  const { Office, SubOffice } = description.components.schemas
  expect(Office.properties.time_zone.type).toBe('string')
  expect(SubOffice.properties.price_per_hour.type).toBe('number')
})

test('the description can be browsed', async () => {
  const page = await world.get('/api/docs/')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})
