import { Statement } from '@keyhour/contract/statements'
import { expect, test } from 'vitest'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-04-03T06:00:00.000Z')
const maya = await world.user()
const owner = await world.user()
const office = await world.office({ name: 'Harbour House', name_he: 'בית הנמל' })
const room = await world.subOffice(office.id, { name: 'Room "A"', name_he: 'חדר א' })
await world.member(office.id, owner.id, 'owner')
const LINES = 600
await world.pool.query(
  `insert into orders (office_id, sub_office_id, user_id, rent_type, start, "end", currency, base_price, total_price,
     tax_percent, commission_percent)
   select $1, $2, $3, 'hour', at, at + interval '30 minutes', 'ILS', 5000, 2500 + n, 18, 30
   from (select n, timestamptz '2026-03-01 00:00Z' + n * interval '60 minutes' as at from generate_series(1, $4) as n) as made`,
  [office.id, room.id, maya.id, LINES],
)
await issueStatements.run(world, {})
const [statement] = Statement.array().parse((await world.get('/api/owner/statements', owner)).json())

test('a statement as CSV has every line, and adds up', async () => {
  const reply = await world.get(`/api/owner/statements/${statement!.id}/statement.csv`, owner)
  const [headings, ...lines] = reply.body.trimEnd().split('\r\n')

  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="keyhour-statement-${office.id}-1.csv"`,
  )
  expect(headings!.split(',')).toHaveLength(14)
  expect(lines).toHaveLength(LINES)
  const cells = lines.map((line) => line.split(','))
  const cents = (column: number) => cells.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  expect([cents(8), cents(9), cents(10), cents(11)]).toEqual([
    statement!.price,
    statement!.tax,
    statement!.commission,
    statement!.net,
  ])
  expect(cells[0]![5]).toBe('2026-03-01 03:00:00')
})

test.each(['en', 'he'])('a statement of many lines as PDF in %s comes page by page', async (language) => {
  const { app, tokenOf } = world
  const reply = await app.inject({
    url: `/api/owner/statements/${statement!.id}/statement.pdf?language=${language}`,
    headers: { authorization: `Bearer ${await tokenOf(owner)}` },
    payloadAsStream: true,
  })
  expect(reply.headers['content-type']).toBe('application/pdf')
  const chunks: Buffer[] = []
  for await (const chunk of reply.stream()) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('latin1')

  const pages = text.match(/\/Type \/Page\b/g)!.length
  expect(pages).toBeGreaterThan(10)
  expect(chunks.length).toBeGreaterThan(pages / 2)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(100_000)
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
})
