import { type Browser, expect, type Page } from '@playwright/test'
import { start } from '../system/product.ts'
import { startOutsideDatabase } from '../test/outside-database.ts'
import { inDays } from './days.ts'
import { addRoom, bearer, makeOffice } from './offices.ts'
import { test as base } from './test.ts'
import { expectToFit, expectUsableByEverybody } from './usable.ts'

type House = Awaited<ReturnType<typeof startHouse>>

/** A product with a database of its own, so that a hold can run out without anybody waiting a quarter of an hour. */
async function startHouse() {
  const database = await startOutsideDatabase()
  const product = await start(database.settings('house'))
  return {
    url: product.url,
    database,
    async stop() {
      await product.kill('SIGTERM')
      await database.stop()
    },
  }
}

const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const house = await startHouse()
      await use(house)
      await house.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ house }, use) => use(house.url),
})

type Person = { id: number; token: string }

async function pageOf(browser: Browser, { url }: House, { token }: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  return context.newPage()
}

/** As if the quarter of an hour were over. */
async function endHold({ database: { pool } }: House): Promise<void> {
  await pool.query("update waiting_entries set offered_until = now() where state = 'offered'")
  await pool.query('update occupancy set held_until = now() where waiting_id is not null')
  const { rowCount } = await pool.query(
    `update pgboss.job set start_after = now() where name = 'offer-times' and start_after > now()`,
  )
  expect(rowCount).toBeGreaterThan(0)
}

test('of three people in line, the first lets the hold run out and the second books the freed time', async ({
  browser,
  request,
  house,
}) => {
  const { database } = house
  const [admin, holder] = [await database.person({ admin: true }), await database.person()]
  const [ann, ben, cid] = [await database.person(), await database.person(), await database.person()]
  const office = await makeOffice(request, admin.token)
  const room = await addRoom(request, admin.token, office)
  const times = { date: inDays(30), start: '09:00', end: '10:00' }
  const stay = { office_id: office.id, sub_office_id: room.id, ...times }
  const booked = await request.post('/api/orders', { data: stay, ...bearer(holder.token) })
  expect(booked.status()).toBe(201)
  const address = `/booking/${office.id}?sub_office=${room.id}&${new URLSearchParams(times)}`

  const [hers, his] = [await pageOf(browser, house, ann), await pageOf(browser, house, ben)]
  await hers.goto(address)
  await hers.getByRole('button', { name: 'Tell me when it is free' }).click()
  await expect(hers.getByText('You are first in line.')).toBeVisible()
  await expectToFit(hers)
  await expectUsableByEverybody(hers)
  await his.goto(address)
  // Before the other times arrive, a button of the same name asks which time to wait for.
  await expect(his.getByRole('button', { name: /^Book: / }).first()).toBeVisible()
  await his.getByRole('button', { name: 'Tell me when it is free' }).press('Enter')
  await expect(his.getByText('You are number 2 in line.')).toBeVisible()
  await request.post('/api/waiting-list', { data: stay, ...bearer(cid.token) })

  await hers.getByRole('link', { name: 'Everything you are waiting for' }).click()
  await his.goto('/profile')
  const { id } = await booked.json()
  const cancelled = await request.post(`/api/orders/${id}/cancel`, {
    data: { refund: 0, owed: 0 },
    ...bearer(holder.token),
  })
  expect(cancelled.status()).toBe(200)
  await expect(hers.getByRole('timer')).toHaveText(/^Held for you for 1[0-5]:\d\d$/)
  await expect(hers.getByRole('link', { name: /^Book now/ })).toBeVisible()
  await expectUsableByEverybody(hers)

  await endHold(house)
  await expect(hers.getByRole('button', { name: /^Join the line again/ })).toBeVisible()
  await expect(his.getByText(/^Free now/)).toBeVisible()
  await expectUsableByEverybody(his)
  await his.getByRole('link', { name: /^Book now/ }).click()
  await expect(his.getByRole('timer')).toHaveText(/^Held for you for 1[0-5]:\d\d$/)
  await his.getByRole('button', { name: 'Book', exact: true }).press('Enter')
  await expect(his).toHaveURL(/\/order\/\d+$/)

  const next = await pageOf(browser, house, cid)
  await next.goto('/orders')
  await expect(next.getByText('You are first in line.')).toBeVisible()
})
