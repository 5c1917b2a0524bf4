import type { APIRequestContext } from '@playwright/test'
import { inDays } from './days.ts'
import { bearer, makeOffice } from './offices.ts'
import { type Role, tokenOf } from './people.ts'

/** `isRefused`: the screen makes a call that is refused, which the browser logs. */
type Screen = {
  name: string
  path: string | ((demo: DemoIds, request: APIRequestContext) => string | Promise<string>)
  as?: Role
  isRefused?: true
}

type DemoIds = Awaited<ReturnType<typeof findDemoIds>>
type Found = { id: number }
type Office = Found & { pictures: string[]; coming_soon: boolean; sub_offices: { id: number }[] }

/** Looks them up, because ids in the demo are not fixed. */
export async function findDemoIds(request: APIRequestContext) {
  const headers = { Authorization: `Bearer ${await tokenOf('admin', request)}` }
  const read = async (path: string) => (await request.get(path, { headers })).json()
  const offices: Office[] = await read('/api/offices/')
  const open = offices.find(
    (office) => !office.coming_soon && office.pictures.length > 1 && office.sub_offices.length > 0,
  )!
  const [busy]: Found[] = await read('/api/admin/dashboard/offices?in_use=true')
  const spaces: (Found & { active_orders: number })[] = await read(
    `/api/admin/offices/${busy!.id}/suboffices`,
  )
  const [order]: Found[] = await read('/api/admin/all-orders?page=1')
  const managed = await request.get('/api/businesses/mine', bearer(await tokenOf('business', request)))
  const [company]: Found[] = await managed.json()
  return {
    office: open.id,
    space: open.sub_offices[0]!.id,
    officeToCome: offices.find((office) => office.coming_soon)!.id,
    officeInUse: busy!.id,
    spaceInUse: (spaces.find(({ active_orders }) => active_orders > 0) ?? spaces[0])?.id,
    order: order!.id,
    company: company!.id,
  }
}

/** An order of the owner in a new office, that waits for its card payment, and the page for that. */
async function bookByCard(request: APIRequestContext): Promise<{ order: string; payment: string }> {
  // More than the credits of any demo user.
  const office = await makeOffice(request, await tokenOf('admin', request), { price_per_hour: 9000 })
  const owner = bearer(await tokenOf('owner', request))
  const stay = { office_id: office.id, date: inDays(33), start: '09:00', end: '10:00' }
  const booked = await request.post('/api/orders', { ...owner, data: { ...stay, pay_by: 'card' } })
  const { id } = await booked.json()
  const charge = await request.post(`/api/orders/${id}/charges`, { ...owner, data: { card: 'new' } })
  return { order: `/order/${id}`, payment: (await charge.json()).checkout_url }
}

/** A past order in an office of the owner, beside the list. */
async function ownOrder(request: APIRequestContext): Promise<string> {
  const owner = bearer(await tokenOf('owner', request))
  const read = async (path: string) => (await request.get(path, owner)).json()
  const [office]: Found[] = await read('/api/owner/offices')
  const [order]: Found[] = await read(`/api/owner/offices/${office!.id}/orders?list=past`)
  return `/owner/orders?office=${office!.id}&list=past&order=${order!.id}`
}

export const SCREENS: Screen[] = [
  { name: 'landing page', path: '/' },
  { name: 'page for businesses', path: '/for-businesses' },
  { name: 'page for space owners', path: '/space-owners' },
  { name: 'contact page', path: '/contact' },
  { name: 'search', path: '/spaces' },
  { name: 'search with nothing found', path: '/spaces?type=clinics&people=500' },
  { name: 'page of an office', path: ({ office }) => `/spaces/${office}` },
  { name: 'page of an office that opens soon', path: ({ officeToCome }) => `/spaces/${officeToCome}` },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'forgotten password', path: '/forgot-password' },
  { name: 'new password without its link', path: '/reset-password' },
  { name: 'new password by a used link', path: '/reset-password?token=of-a-mail', isRefused: true },
  { name: 'confirmation without its link', path: '/confirm-email' },
  { name: 'privacy policy', path: '/api/privacy-policy' },
  { name: 'terms', path: '/terms' },
  { name: 'cookie policy', path: '/cookies' },
  { name: 'account deletion', path: '/delete-account' },
  { name: 'deletion without its link', path: '/confirm-deletion' },
  { name: 'undoing a deletion without its link', path: '/undo-deletion' },
  { name: 'door opener', path: '/door-opener' },
  { name: 'dashboard without a choice', path: '/dashboard', as: 'manager' },
  { name: 'dashboard of a member', path: '/dashboard', as: 'member' },
  {
    name: 'dashboard with sessions',
    path: ({ officeInUse }) => `/dashboard?office=${officeInUse}`,
    as: 'admin',
  },
  {
    name: 'schedule of a day',
    path: ({ officeInUse }) => `/schedule?office=${officeInUse}`,
    as: 'admin',
  },
  {
    name: 'schedule of a week',
    path: ({ officeInUse }) => `/schedule?office=${officeInUse}&view=week`,
    as: 'admin',
  },
  { name: 'schedule without an office', path: '/schedule', as: 'member' },
  { name: 'profile', path: '/profile', as: 'member' },
  { name: 'credits', path: '/credits', as: 'member' },
  { name: 'own orders', path: '/orders', as: 'member' },
  { name: 'one order', path: ({ order }) => `/order/${order}`, as: 'admin' },
  {
    name: 'order that waits for its payment',
    path: async (_, request) => (await bookByCard(request)).order,
    as: 'owner',
  },
  {
    name: 'test payment of an order',
    path: async (_, request) => (await bookByCard(request)).payment,
    as: 'owner',
  },
  { name: 'booking', path: ({ office }) => `/booking/${office}`, as: 'member' },
  {
    name: 'booking with a chosen space',
    path: ({ office, space }) => `/booking/${office}?sub_office=${space}`,
    as: 'member',
  },
  { name: 'door screen that was removed', path: '/panel/1.gone', isRefused: true },
  {
    name: 'room of a door screen on a phone',
    path: ({ office, space }) => `/panel-book/${office}/${space}`,
    as: 'member',
  },
  { name: 'sign-up of a company', path: '/company/new', as: 'member' },
  { name: 'own company', path: ({ company }) => `/company/${company}`, as: 'business' },
  { name: 'people of a company', path: ({ company }) => `/company/${company}/people`, as: 'business' },
  { name: 'credits of a company', path: ({ company }) => `/company/${company}/credits`, as: 'business' },
  { name: 'usage of a company', path: ({ company }) => `/company/${company}/usage`, as: 'business' },
  { name: 'settings of a company', path: ({ company }) => `/company/${company}/settings`, as: 'business' },
  { name: 'invitation that no longer works', path: '/join/of-a-mail', isRefused: true },
  { name: 'own offices', path: '/owner', as: 'owner' },
  { name: 'owner area without an office', path: '/owner', as: 'member' },
  { name: 'calendar of an own office', path: '/owner/calendar', as: 'owner' },
  { name: 'month of an own office', path: '/owner/calendar?view=month', as: 'owner' },
  { name: 'prices and hours of an own office', path: '/owner/prices', as: 'owner' },
  { name: 'orders of an own office', path: '/owner/orders?list=past', as: 'owner' },
  { name: 'one order of an own office', path: (_, request) => ownOrder(request), as: 'owner' },
  { name: 'statements of an owner', path: '/owner/statements', as: 'owner' },
  { name: 'figures of an owner', path: '/owner/figures', as: 'owner' },
  { name: 'users', path: '/admin-dashboard', as: 'admin' },
  { name: 'offices', path: '/admin-dashboard?tab=offices', as: 'admin' },
  { name: 'offices opened by a search', path: '/admin-dashboard?tab=offices&q=hall', as: 'admin' },
  { name: 'doors', path: '/admin-dashboard?tab=doors', as: 'admin' },
  { name: 'hubs', path: '/admin-dashboard?tab=homeAssistants', as: 'admin' },
  { name: 'all orders in the admin area', path: '/admin-dashboard?tab=allOrders', as: 'admin' },
  { name: 'insight', path: '/admin-dashboard?tab=insight', as: 'admin' },
  { name: 'credit packs', path: '/admin-dashboard?tab=creditPacks', as: 'admin' },
  { name: 'purchases', path: '/admin-dashboard?tab=payments', as: 'admin' },
  { name: 'all orders', path: '/admin-all-orders', as: 'admin' },
  { name: 'orders by office', path: '/admin-orders-dashboard', as: 'admin' },
  {
    name: 'active orders of a space',
    path: ({ officeInUse, spaceInUse }) =>
      `/admin-orders-dashboard?office=${officeInUse}&sub_office=${spaceInUse ?? 'whole'}`,
    as: 'admin',
  },
  { name: 'messages', path: '/messages', as: 'admin' },
  { name: 'statements', path: '/admin/statements', as: 'admin' },
  { name: 'companies', path: '/admin/companies', as: 'admin' },
  { name: 'webhooks', path: '/admin-webhooks', as: 'admin' },
  { name: 'connect calendar', path: '/connect-calendar/google', as: 'admin' },
  { name: 'conflicts', path: '/admin-conflicts', as: 'admin' },
]
