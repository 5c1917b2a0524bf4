import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

test('the API describes itself, with prices in the units of the wire', async () => {
  const description = (await world.get('/api/docs/json')).json()

  expect(description.openapi).toBe('3.1.0')
  expect(Object.keys(description.paths)).toContain('/api/offices/my-offices')
  const { Office, SubOffice } = description.components.schemas
  expect(Office.properties.time_zone.type).toBe('string')
  expect(SubOffice.properties.price_per_hour.type).toBe('number')
})

test('routes outside the API are not described', async () => {
  const { paths } = (await world.get('/api/docs/json')).json()

  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
})

test('numbers in addresses are numbers, booleans are words, and pages come with a total', async () => {
  const { paths } = (await world.get('/api/docs/json')).json()
  const packs = paths['/api/v1/credit-packs/'].get
  const types = packs.parameters.map((one: { name: string; schema: { type: string } }) => [
    one.name,
    one.schema.type,
  ])
  const { headers } = paths['/api/admin/all-orders'].get.responses[200]

  expect(types).toEqual([
    ['active_only', 'string'],
    ['limit', 'integer'],
  ])
  expect(packs.tags).toEqual(['credit-packs'])
  expect(headers['X-Total-Count'].schema.type).toBe('integer')
})

test('the description can be browsed', async () => {
  const page = await world.get('/api/docs/')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})
