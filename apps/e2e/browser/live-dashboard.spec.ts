import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { emailOf, PASSWORD, signInAs } from './people.ts'

type Office = { id: number; sub_offices: { id: number }[] }
type Place = { office_id: number; sub_office_id: number }

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** Comes and goes over the API, as somebody would with a phone at the door. */
async function memberAt(request: APIRequestContext) {
  const signIn = { email: emailOf('member'), password: PASSWORD }
  const token: string = await (await request.post('/api/auth/sign_in', { data: signIn })).json()
  const start = (data: Place) => request.post('/api/orders/start_now', { ...bearer(token), data })
  return {
    name: JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).name as string,
    come: async (place: Place): Promise<number> => (await (await start(place)).json()).id,
    leave: (orderId: number) => request.post(`/api/orders/${orderId}/check_out`, bearer(token)),
    /** The demo day looks different at each hour: what is open and free is found by trying. */
    comeSomewhere: async (offices: Office[]): Promise<{ place: Place; orderId: number }> => {
      const places = offices.flatMap(({ id, sub_offices }) =>
        sub_offices.map((space) => ({ office_id: id, sub_office_id: space.id })),
      )
      for (const place of places) {
        const reply = await start(place)
        if (reply.ok()) return { place, orderId: (await reply.json()).id }
      }
      throw new Error('No space is open and free.')
    },
  }
}

const card = (page: Page, orderId: number) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="/order/${orderId}"]`) })

test('who comes and who goes is seen on the dashboard without a reload, after a broken network too', async ({
  page,
  context,
  request,
}) => {
  const manager = await signInAs('manager', context, request)
  const { name, come, leave, comeSomewhere } = await memberAt(request)
  const offices = await request.get('/api/offices/my-offices', bearer(manager))
  const { place, orderId: first } = await comeSomewhere(await offices.json())
  await page.goto(`/dashboard?office=${place.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, first)).toContainText(name)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await leave(first)
  await expect(card(page, first)).toHaveCount(0)
  await expect(page.getByText(`${name} has left`)).toBeAttached()

  const second = await come(place)
  await expect(card(page, second)).toBeVisible()
  await expect(page.getByText(`${name} has checked in`)).toBeAttached()

  await context.setOffline(true)
  await expect(page.getByText(/^Not live\. Last updated at/)).toBeVisible()
  await leave(second)
  const third = await come(place)
  await expect(card(page, second)).toBeVisible()
  await context.setOffline(false)
  await expect(card(page, third)).toBeVisible()
  await expect(card(page, second)).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await card(page, third).click()
  await expect(page).toHaveURL(`/order/${third}`)
  await leave(third)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(`/dashboard?office=${place.office_id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, third)).toHaveCount(0)
})
