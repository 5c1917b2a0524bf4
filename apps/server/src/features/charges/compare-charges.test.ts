import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { charges } from '#server/db/schema/charges.ts'
import { compareCharges } from '#server/features/charges/compare-charges.ts'
import { startCardWorld } from '../../../test/card-world.ts'

const { world, stripe, booked, orderOf, chargesOf, moneyOf, mailsTo } = await startCardWorld()

/** A day after the booking, and a day before free cancellation ends. */
const NEXT_DAY = '2026-03-03T08:00:00.000Z'

async function compare(moment = NEXT_DAY, after = 0) {
  world.setNow(moment)
  const warn = vi.fn()
  await compareCharges.run({ ...world, log: { ...world.log, warn } }, { after })
  await world.runJobs()
  return warn.mock.calls.map(([found]) => [found.charge_id, found.state])
}

test('money that was captured on the pages of the provider is found at night, and settled', async () => {
  const { id, person, charge } = await booked()
  stripe.captureThere(charge.charge_reference!, 11_800)
  const found = await compare()

  expect(found).toEqual([[charge.id, 'taken']])
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', kept: 11_800 })
  expect(await mailsTo(person.email, /^Receipt/)).toHaveLength(1)
  expect(await compare()).toEqual([])
})

test('money that the bank has let go of is owed again by the next morning, and the customer is told', async () => {
  const { id, person, charge } = await booked()
  await world.payments.cancel(charge.charge_reference!)
  const found = await compare()

  expect(found).toEqual([[charge.id, 'gone']])
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 11_800, payment_status: 'pending' })
  expect(await mailsTo(person.email, /did not arrive/)).toHaveLength(1)
})

test('money that is reserved for longer than it may be is taken; other money is left alone', async () => {
  const far = { times: { date: '2026-04-20' } }
  const old = await booked(far)
  await world.db.update(charges).set({ capture_at: null }).where(eq(charges.id, old.charge.id))
  expect(await compare()).toEqual([])
  const found = await compare('2026-03-08T08:30:00.000Z')

  expect(found).toEqual([[old.charge.id, 'reserved']])
  expect(moneyOf(old.charge)).toMatchObject({ status: 'succeeded', amount_received: 11_800 })
})

test('a batch begins after the last charge of the one before', async () => {
  const { charge } = await booked()
  await world.payments.cancel(charge.charge_reference!)

  expect(await compare(NEXT_DAY, charge.id)).toEqual([])
  expect(await compare(NEXT_DAY, charge.id - 1)).toEqual([[charge.id, 'gone']])
})

test('while the provider is away nothing is settled, and the job fails to run again', async () => {
  const { id } = await booked()
  stripe.misbehave('hangs up', /payment_intents/)

  await expect(compare()).rejects.toThrow('cannot be reached')
  expect((await chargesOf(id))[0]!.status).toBe('authorised')
})
