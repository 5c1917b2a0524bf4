import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-03-10T08:00:00.000Z')
const boss = await world.user({ admin: true })
const maya = await world.user()
const createdAt = '2024-01-01T00:00:00.000Z'
const office = await world.office({
  name: '=SUM(A1), חיפה',
  name_he: 'בית הנמל',
  open_hours: '08:00',
  close_hours: '20:00',
  createdAt,
})
const room = await world.subOffice(office.id, { type: 'podcast_room', created_at: createdAt })
await world.unit(office.id, room.id)
const place = { office_id: office.id, sub_office_id: room.id, user_id: maya.id }
await world.order({
  ...place,
  start: '2026-03-01T08:00:00Z',
  end: '2026-03-01T14:00:00Z',
  total_price: 10_000,
  checked_in_at: '2026-03-01T08:00:00Z',
  checked_out_at: '2026-03-01T11:00:00Z',
  payment_status: 'paid',
})
await world.order({
  ...place,
  start: '2026-02-28T08:00:00Z',
  end: '2026-02-28T11:00:00Z',
  total_price: 20_000,
})

const take = (query: string) =>
  world.get(`/api/admin/insight/export?from=2026-03-01&to=2026-03-01&${query}`, boss)
const linesOf = async (query: string) => (await take(`format=csv&${query}`)).body.split('\r\n')

const HEADINGS =
  'Revenue (ILS),"Revenue (ILS), before","Revenue (ILS), change","Revenue (ILS), change %",Net to owners (ILS),"Net to owners (ILS), before","Net to owners (ILS), change","Net to owners (ILS), change %",Orders,"Orders, before","Orders, change","Orders, change %",Occupancy %,"Occupancy %, before",Utilisation %,"Utilisation %, before",Booked hours,"Booked hours, before",Open hours,"Open hours, before",No-shows,"No-shows, before",No-shows %,"No-shows %, before"'
const TOTALS =
  '118.00,236.00,-118.00,-50.00,70.00,140.00,-70.00,-50.00,1,1,0,0.00,50.00,25.00,50.00,0.00,6.00,3.00,12.00,12.00,0,0,0.00,0.00'

test('each table is a file with all its numbers beside those of the range before, and no formulas', async () => {
  const reply = await take('format=csv&table=offices')

  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="keyhour-insight-offices-2026-03-01-2026-03-01.csv"',
  })
  expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(reply.body.split('\r\n')).toEqual([`\ufeffOffice,${HEADINGS}`, `"'=SUM(A1), חיפה",${TOTALS}`, ''])
  expect(await linesOf('table=types')).toEqual([`\ufeffType,${HEADINGS}`, `Podcast Room,${TOTALS}`, ''])
  expect(await linesOf('table=periods')).toEqual([
    `\ufeffFrom,To,${HEADINGS}`,
    `2026-03-01,2026-03-01,${TOTALS}`,
    '',
  ])
  const hours = await linesOf('table=hours')
  expect(hours).toHaveLength(1 + 168 + 1)
  expect(hours[1 + 13]).toBe(
    'Sunday,13:00,0.00,0.00,0.00,,0.00,0.00,0.00,,0,0,0,,100.00,,0.00,,1.00,0.00,1.00,0.00,0,0,,',
  )
  expect(await linesOf('table=payments')).toEqual([
    '\ufeffPayment,Revenue (ILS),"Revenue (ILS), before",Share of revenue %,Orders,"Orders, before"',
    'Credits,0.00,0.00,0.00,0,0',
    'Pending,0.00,236.00,0.00,0,1',
    'Partly Credit,0.00,0.00,0.00,0,0',
    'Full Credit Card,0.00,0.00,0.00,0,0',
    'Paid,118.00,0.00,100.00,1,0',
    '',
  ])
})

test('a file is in the language of the request, and may be a workbook', async () => {
  const [headings, row] = await linesOf('table=types&language=he')
  const book = await take('format=xlsx&table=types&language=he')

  expect(headings).toMatch(/^\ufeffסוג,הכנסות \(ILS\)/)
  expect(row).toMatch(/^אולפן פודקאסט,118\.00/)
  expect((await linesOf('table=offices&language=he'))[1]).toMatch(/^בית הנמל,118\.00/)
  expect(book.headers['content-disposition']).toContain('keyhour-insight-types-2026-03-01-2026-03-01.xlsx')
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('only admins can export, and invalid requests are refused', async () => {
  const url = '/api/admin/insight/export?format=csv&table=offices'

  expect((await world.get(`${url}&from=2026-03-01&to=2026-03-02`, maya)).statusCode).toBe(403)
  expect((await world.get(`${url}&from=2026-03-02&to=2026-03-01`, boss)).statusCode).toBe(422)
  expect((await take('format=pdf&table=offices')).statusCode).toBe(422)
})

test('offices and types are sorted by the chosen measure, highest first', async () => {
  const quiet = await world.office({ name: 'Quiet', open_hours: '08:00', close_hours: '20:00', createdAt })
  const desk = await world.subOffice(quiet.id, { type: 'clinics', created_at: createdAt })
  await world.unit(quiet.id, desk.id)
  await world.order({
    office_id: quiet.id,
    sub_office_id: desk.id,
    user_id: maya.id,
    start: '2026-03-01T06:00:00Z',
    end: '2026-03-01T18:00:00Z',
    total_price: 100,
  })
  const namesIn = async (query: string) =>
    (await linesOf(query)).slice(1, -1).map((line) => /Quiet|Clinics|SUM|Podcast/.exec(line)?.[0])

  expect(await namesIn('table=offices')).toEqual(['SUM', 'Quiet'])
  expect(await namesIn('table=offices&sort=occupancy')).toEqual(['Quiet', 'SUM'])
  expect(await namesIn('table=types&sort=occupancy')).toEqual(['Clinics', 'Podcast'])
})
