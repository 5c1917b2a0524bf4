import { expect, test } from 'vitest'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { refundCredits, spendCredits } from '#server/features/credits/spend-credits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

async function customer() {
  const person = await world.user()
  const office = await world.office()
  const order = await world.order({ office_id: office.id, user_id: person.id })
  return { person, order }
}

const lotOf = async (id: number) =>
  (await world.pool.query('select remaining from credit_lots where id = $1', [id])).rows[0].remaining
const balanceOf = async (id: number) =>
  Number(
    (await world.pool.query('select hundredths from credit_balances where user_id = $1', [id])).rows[0]
      .hundredths,
  )
const ledgerOf = async (id: number) =>
  (await world.pool.query('select kind, amount from credit_ledger where lot_id = $1 order by id', [id])).rows

test('credits not spent in time are written off once, with a ledger entry', async () => {
  const { person, order } = await customer()
  const [over, running] = [
    await world.credits(person.id, 3000, '2026-03-02T08:00:00Z'),
    await world.credits(person.id, 5000, '2026-03-02T08:00:01Z'),
  ]
  await expireCredits.run(world, {})
  await expireCredits.run(world, {})

  expect([await lotOf(over), await lotOf(running)]).toEqual([0, 5000])
  expect(await ledgerOf(over)).toEqual([
    { kind: 'grant', amount: 3000 },
    { kind: 'expire', amount: -3000 },
  ])
  expect(await spendCredits(world.db, order, 9000, world.now())).toBe(5000)
})

test('after spending, refunds and expiry the ledger check finds nothing', async () => {
  const { person, order } = await customer()
  await world.credits(person.id, 3000, '2026-03-02T09:00:00Z')
  await world.credits(person.id, 5000)
  await spendCredits(world.db, order, 4000, world.now())
  await refundCredits(world.db, order, 1500, world.now())

  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('a difference between a lot and its ledger is found and logged', async () => {
  const { person } = await customer()
  const lot = await world.credits(person.id, 3000)
  await world.pool.query('update credit_lots set remaining = 2900 where id = $1', [lot])

  await expect(checkLedger.run(world, {})).rejects.toThrow(
    `1 lots differ from the ledger and 0 balances from their lots: lot ${lot} has 2900, its ledger 3000`,
  )
  await world.pool.query('update credit_lots set remaining = 3000 where id = $1', [lot])
})

test("a balance is always the sum of the user's lots", async () => {
  const [{ person, order }, other] = [await customer(), await world.user()]
  const lot = await world.credits(person.id, 3000, '2026-03-02T08:00:00Z')
  expect(await balanceOf(person.id)).toBe(3000)
  await world.credits(person.id, 5000)
  await spendCredits(world.db, order, 4000, world.now())
  await refundCredits(world.db, order, 1500, world.now())
  expect(await balanceOf(person.id)).toBe(5500)
  await expireCredits.run(world, {})
  expect(await balanceOf(person.id)).toBe(2500)

  await world.pool.query(
    `update credit_lots set user_id = $1, remaining = 100 where user_id = $2 and id <> $3`,
    [other.id, person.id, lot],
  )
  expect([await balanceOf(person.id), await balanceOf(other.id)]).toEqual([0, 100])
  await world.pool.query(`update credit_lots set user_id = $1, remaining = 2500 where user_id = $2`, [
    person.id,
    other.id,
  ])
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('a difference between a balance and its lots is found', async () => {
  const { person } = await customer()
  await world.credits(person.id, 3000)
  await world.pool.query('update credit_balances set hundredths = 2900 where user_id = $1', [person.id])

  await expect(checkLedger.run(world, {})).rejects.toThrow(
    `0 lots differ from the ledger and 1 balances from their lots: user ${person.id} has 2900, their lots 3000`,
  )
  await world.pool.query('update credit_balances set hundredths = 3000 where user_id = $1', [person.id])
})

test('a lot can never be overdrawn, not even by direct SQL', async () => {
  const { person } = await customer()
  const lot = await world.credits(person.id, 3000)

  await expect(
    world.pool.query('update credit_lots set remaining = remaining - 3001 where id = $1', [lot]),
  ).rejects.toThrow('credit_lots')
})
