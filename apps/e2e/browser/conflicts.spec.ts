import { expect, type Page } from '@playwright/test'
import { test } from './calendars-product.ts'
import { inDays } from './days.ts'
import { answer } from './page-parts.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

const DAY = inDays(30)

type House = Parameters<Parameters<typeof test>[2]>[0]['house']

/** A paid order of the linked room, and then an event at the same time. */
async function collide(house: House, title: string) {
  const room = await house.linkedRoom()
  const customer = await house.database.person({ credits: [50_000] })
  const times = { date: DAY, start: '12:00', end: '14:00' }
  const order = await house.send('POST', '/api/orders', { ...room.place, ...times }, customer.token)
  const copied = () => house.google.eventsIn(room.calendar).length
  await expect.poll(copied).toBe(1)
  house.google.addEvent(room.calendar, { summary: title, start: order.start, end: order.end })
  return { ...room, order: order as { id: number; start: string; end: string } }
}

async function openConflict(page: Page, title: string) {
  const card = page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem').filter({ hasText: title })
  await expect(card).toBeVisible()
  return card
}

const isFreeAt = async (
  house: House,
  place: { office_id: number; sub_office_id: number },
  moment: string,
) => {
  const { rows } = await house.database.pool.query(
    `select cause from occupancy join units on units.office_id = occupancy.office_id and units.id = unit_id
     where occupancy.office_id = $1 and units.sub_office_id = $2 and during @> $3::timestamptz`,
    [place.office_id, place.sub_office_id, moment],
  )
  return rows.map(({ cause }) => cause)
}

for (const width of [1440, 390]) {
  test(`at ${width} pixels a collision appears in the inbox by itself, and keeping ours keeps the order`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin-conflicts')
    await expect(page.getByRole('heading', { name: 'Conflicts', level: 1 })).toBeVisible()
    const title = `Board meeting ${width}`
    const { order, place } = await collide(house, title)
    const card = await openConflict(page, title)
    await expectUsableByEverybody(page)
    await expectToFit(page)
    await card.getByRole('button', { name: 'Keep ours' }).click()
    await answer(page, 'Yes')

    await expect(card).toBeHidden()
    expect(await isFreeAt(house, place, order.start)).toEqual(['order'])
    await page.getByText('Resolved', { exact: true }).click()
    await expect((await openConflict(page, title)).getByText('Ours was kept')).toBeVisible()
  })
}

test('keeping theirs cancels and refunds the order, removes its copy, and gives its time to the event', async ({
  page,
  house,
}) => {
  await page.goto('/admin-conflicts')
  const { order, place, calendar } = await collide(house, 'Investors')
  const card = await openConflict(page, 'Investors')
  await card.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`Cancel order ${order.id}?`)
  await answer(page, 'Yes')

  await expect(card).toBeHidden()
  expect(await isFreeAt(house, place, order.start)).toEqual(['calendar'])
  const { rows } = await house.database.pool.query(
    'select cancelled_at is not null as is_cancelled, paid_with_credits - refunded as kept from orders where id = $1',
    [order.id],
  )
  expect(rows).toEqual([{ is_cancelled: true, kept: 0 }])
  const titles = () => house.google.eventsIn(calendar).map(({ summary }) => summary)
  await expect.poll(titles).toEqual(['Investors'])
})

test('an order that is moved to another room leaves its time to the event', async ({ page, house }) => {
  await page.goto('/admin-conflicts')
  const { order, place } = await collide(house, 'Yoga')
  const card = await openConflict(page, 'Yoga')
  await card.getByRole('button', { name: 'Move the order' }).click()
  const panel = page.getByRole('dialog', { name: `Move order ${order.id}` })
  await panel.getByText('Another space').click()
  await panel
    .getByRole('radio', { name: /Green room/ })
    .filter({ hasText: 'In the same office' })
    .click()
  await panel.getByRole('button', { name: 'Move the order' }).click()

  await expect(card).toBeHidden()
  expect(await isFreeAt(house, place, order.start)).toEqual(['calendar'])
  await page.getByText('Resolved', { exact: true }).click()
  await expect((await openConflict(page, 'Yoga')).getByText('The order was moved')).toBeVisible()
})
