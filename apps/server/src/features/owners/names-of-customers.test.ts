import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import { fakeWebDist } from '../../../test/web-dist.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

/** What an owner can read: every address that is not for admins only. */
const readable: string[] = []
const app = await buildApp(world, {
  log: world.app.log,
  webDist: await fakeWebDist(),
  onRoute: ({ method, url, config }) => {
    const isRead = [method].flat().includes('GET') && url.startsWith('/api/') && !url.startsWith('/api/docs')
    // A stream never ends, and says only that something has changed.
    if (isRead && config?.guard !== 'admin' && !url.endsWith('/live')) readable.push(url)
  },
})
afterAll(() => app.close())

/** The address with each of the ids in the place of each of its parameters. */
const filled = (path: string, ids: number[]): string[] =>
  /:\w+/.test(path) ? ids.flatMap((id) => filled(path.replace(/:\w+/, String(id)), ids)) : [path]

/** An order that runs, one that comes and one that is past, of the same customer. */
async function threeOrders() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const owner = await world.user()
  await world.member(office.id, owner.id, 'owner')
  const person = await world.user({ name: 'Maya Cohen-Levi' })
  await world.credits(person.id, 100_000)
  const place = { office_id: office.id, sub_office_id: room.id }
  const past = { start: '2026-02-01T10:00:00.000Z', end: '2026-02-01T11:00:00.000Z' }
  const ids = [(await world.order({ ...place, ...past, user_id: person.id })).id]
  for (const [start, end] of [
    ['10:00', '11:00'],
    ['12:00', '13:00'],
  ])
    ids.push(
      (await world.post('/api/orders', { ...place, date: '2026-03-05', start, end }, person)).json().id,
    )
  await world.post(`/api/orders/${ids[1]}/check_in`, {}, person)
  return { office, owner, person, ids }
}

test('the full name of a customer is in no answer that an owner can get, except of running visits', async () => {
  world.setNow('2026-03-05T08:00:00.000Z')
  const { office, owner, person, ids } = await threeOrders()
  await issueStatements.run(world, { until: undefined })
  const [statement] = (await world.get('/api/owner/statements', owner)).json<{ id: number }[]>()

  const naming = new Set<string>()
  const answered = new Set<string>()
  const read = async (path: string, url: string) => {
    const reply = await world.get(url, owner)
    if (reply.statusCode === 200) answered.add(path)
    if (reply.body.includes('Cohen-Levi')) naming.add(path)
  }
  const known = [...new Set([office.id, person.id, statement!.id, ...ids])]
  for (const path of readable)
    await Promise.all(
      filled(path, known).flatMap((url) =>
        ['', '?from=2026-03-01&to=2026-03-07&date=2026-03-05&list=past&page=1'].map((query) =>
          read(path, url + query),
        ),
      ),
    )

  expect([...naming]).toEqual(['/api/orders/active/:officeId'])
  expect([...answered]).toEqual(
    expect.arrayContaining([
      '/api/owner/offices/:officeId/orders/:orderId',
      '/api/owner/offices/:officeId/orders/export',
      '/api/owner/offices/:officeId/calendar',
      '/api/owner/statements/:id/lines',
      '/api/offices/:officeId/day',
      '/api/offices/:officeId/board',
    ]),
  )
  const day = (await world.get(`/api/offices/${office.id}/day`, owner)).json()
  const shortly = { id: null, name: 'Maya C.', email: null, phone: null }
  expect(day.today).toMatchObject([
    { id: ids[1], User: shortly },
    { id: ids[2], User: shortly },
  ])
  expect(day.desk).toBeNull()
})
