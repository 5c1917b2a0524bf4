import { listPermissions } from '@keyhour/contract/auth'
import {
  type BusinessOrder,
  cancelBusinessOrder,
  getBusinessOrderRefund,
  getPool,
  getUsage,
  listBusinessOrders,
  listPoolEntries,
  listPoolPayments,
} from '@keyhour/contract/business-credits'
import {
  addBusiness,
  type BusinessPerson,
  changeBusinessPerson,
  getBusiness,
  invitePeople,
  listBusinessPeople,
  listInvitations,
  listOwnBusinesses,
  removeBusinessPerson,
  resendInvitation,
  revokeInvitation,
} from '@keyhour/contract/businesses'
import { getOwnProfile } from '@keyhour/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleBusiness, sampleOwnBusiness, sampleProfile } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const noa: BusinessPerson = {
  user_id: 21,
  name: 'Noa Bar',
  email: 'noa@olive.test',
  role: 'employee',
  monthly_limit: 50_000,
  allowed_types: ['meeting_room', 'open_space'],
  used_this_month: 12_500,
  created_at: '2026-02-01T08:00:00.000Z',
}
const maya: BusinessPerson = {
  ...noa,
  user_id: 7,
  name: 'Maya Cohen',
  email: 'maya@example.com',
  role: 'manager',
  monthly_limit: null,
  allowed_types: null,
}
const booking: BusinessOrder = {
  id: 41,
  user_id: 21,
  person_name: 'Noa Bar',
  date: '2026-03-01T08:00:00.000Z',
  start: '2026-03-04T07:00:00.000Z',
  end: '2026-03-04T09:00:00.000Z',
  time_zone: 'Asia/Jerusalem',
  office_id: 3,
  office: 'Jaffa Port House',
  sub_office: 'Olive room',
  currency: 'ILS',
  spent: 11_800,
  cancelled_at: null,
}
const some = (count: number) => ({ 'x-total-count': String(count) })
const bodyOf = (method: string, url: string | RegExp) =>
  sent.filter((one) => one.method === method && one.url.match(url)).at(-1)?.body

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00Z'), toFake: ['Date'] })
  answer(listOwnBusinesses, [sampleOwnBusiness()])
  answer(getBusiness, sampleBusiness())
  answer(listBusinessOrders, [booking], some(1))
  answer(listBusinessPeople, [maya, noa], some(2))
  answer(listInvitations, [], some(0))
  answer(getPool, { currency: 'ILS', left: 120_000, low_at: 20_000, lots: [] })
  answer(listPoolEntries, { entries: [], next: null })
  answer(listPoolPayments, [], some(0))
})

const visitCompany = (part = '') => visit(`/company/5${part}`, { as: {} })
const yes = async (user: ReturnType<typeof visit>['user']) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }))

test('a manager of one company gets straight to it, and to each of its parts', async () => {
  const { address } = visit('/company', { as: {} })

  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument()
  expect(address()).toBe('/company/5')
  const parts = within(screen.getByRole('navigation', { name: /Pages of/ })).getAllByRole('link')
  expect(parts.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Overview', '/company/5'],
    ['People', '/company/5/people'],
    ['Credits', '/company/5/credits'],
    ['Usage', '/company/5/usage'],
    ['Settings', '/company/5/settings'],
  ])
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

test.each([
  ['a manager of a company finds it in the navbar', 5, 1],
  ['an admin without a company does not look for one there', null, 0],
])('%s', async (_, business_id, links) => {
  answer(listPermissions, [{ permission: 'manage_company_credits', office_id: null, business_id }])
  answer(getOwnProfile, sampleProfile())
  visit('/profile', { as: {} })
  await screen.findByRole('heading', { name: 'Profile' })

  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Company' })).toHaveLength(links))
})

test('a manager of several companies chooses one', async () => {
  answer(listOwnBusinesses, [
    sampleOwnBusiness(),
    sampleOwnBusiness({ id: 6, name: 'Cedar Inc' }),
    sampleOwnBusiness({ id: 8, name: 'Only employed there', role: 'employee' }),
  ])
  visit('/company', { as: {} })

  const list = within(await screen.findByRole('list', { name: 'Which company?' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Olive Ltd', 'Cedar Inc'])
})

test('somebody without a company is shown how to set one up', async () => {
  answer(listOwnBusinesses, [])
  visit('/company', { as: {} })

  expect(await screen.findByRole('link', { name: 'Set up a company' })).toHaveAttribute(
    'href',
    '/company/new',
  )
})

test('a company of others says so, with the way back', async () => {
  refuse(getBusiness, 404, 'There is no such company.')
  visitCompany()

  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 1, name: 'There is no such company.' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'To your companies' })).toHaveAttribute('href', '/company')
  })
})

test('the overview warns of a pool that runs low', async () => {
  answer(getBusiness, sampleBusiness({ left: 15_000, invited: 2 }))
  visitCompany()

  expect(await screen.findByText('The pool is running low: ₪150.00 left.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2 open invitations' })).toHaveAttribute(
    'href',
    '/company/5/people',
  )
  expect(await screen.findByText('Olive room · Jaffa Port House')).toBeInTheDocument()
})

test('a manager who loses the role no longer sees the company, without a reload', async () => {
  visitCompany()
  await screen.findByRole('heading', { name: 'Overview' })
  refuse(getBusiness, 404, 'There is no such company.')
  tellChange()

  expect(await screen.findByText('There is no such company.')).toBeInTheDocument()
  expect(screen.queryByText('Left in the pool')).toBeNull()
})

test('people are listed with what they may spend, and a limit and kinds of spaces can be set', async () => {
  answer(changeBusinessPerson, noa)
  const { user } = visitCompany('/people')
  const row = within((await screen.findByText('noa@olive.test')).closest('tr')!)
  for (const words of ['Employee', '₪500.00', '₪125.00', 'Meeting Room, Open Space'])
    expect(row.getByText(words)).toBeInTheDocument()
  await user.click(row.getByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog'))
  const limit = form.getByLabelText(/Monthly limit/)
  await user.clear(limit)
  await user.type(limit, 'a lot')
  await user.click(form.getByRole('checkbox', { name: 'Open Space' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Should be a number')).toBeInTheDocument()
  await user.clear(limit)
  await user.type(limit, '250.5')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Noa Bar saved.')).toBeInTheDocument()
  // Not the role, which another manager may have changed meanwhile.
  expect(bodyOf('PUT', '/people/21')).toEqual({ monthly_limit: 25_050, allowed_types: ['meeting_room'] })
})

test('somebody is removed only after a question that says what it means', async () => {
  answer(removeBusinessPerson, {})
  const { user } = visitCompany('/people')
  const row = within((await screen.findByText('noa@olive.test')).closest('tr')!)
  await user.click(row.getByRole('button', { name: 'Remove' }))
  expect(
    await screen.findByText(/cannot book on company credits\. Existing bookings stay/),
  ).toBeInTheDocument()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await yes(user)

  expect(await screen.findByText('Noa Bar is no longer in the company.')).toBeInTheDocument()
})

test('the last manager cannot be removed, and the refusal is shown', async () => {
  refuse(removeBusinessPerson, 409, 'A company needs a manager.')
  const { user } = visitCompany('/people')
  const row = within((await screen.findByText('maya@example.com')).closest('tr')!)
  expect(row.getByText('You')).toBeInTheDocument()
  await user.click(row.getByRole('button', { name: 'Remove' }))
  await yes(user)

  expect(await screen.findByText('A company needs a manager.')).toBeInTheDocument()
})

test('several people are invited at once, and addresses that cannot be stay to be corrected', async () => {
  answer(invitePeople, [
    { email: 'dan@olive.test', outcome: 'invited' },
    { email: 'noa@olive.test', outcome: 'member' },
    { email: 'nobody', outcome: 'invalid' },
  ])
  const { user } = visitCompany('/people')
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  const form = within(await screen.findByRole('dialog'))
  const addresses = form.getByLabelText('Email addresses')
  await user.type(addresses, 'dan@olive.test, noa@olive.test{enter}nobody')
  await user.type(form.getByLabelText(/Monthly limit/), '300')
  await user.click(form.getByRole('button', { name: 'Send invitations' }))

  expect(await form.findByText(/already belongs to the company/)).toHaveTextContent('noa@olive.test')
  expect(form.getByText(/is not an email address/)).toHaveTextContent('nobody')
  expect(screen.getByText('1 invitation sent.')).toBeInTheDocument()
  expect(addresses).toHaveValue('noa@olive.test\nnobody')
  expect(bodyOf('POST', '/invitations')).toEqual({
    emails: ['dan@olive.test', 'noa@olive.test', 'nobody'],
    role: 'employee',
    monthly_limit: 30_000,
    allowed_types: null,
  })
})

test('an invitation can be sent again or withdrawn', async () => {
  const invitation = {
    id: 9,
    email: 'dan@olive.test',
    role: 'employee' as const,
    monthly_limit: null,
    allowed_types: null,
    sent_at: '2026-02-01T08:00:00.000Z',
    expires_at: '2026-02-15T08:00:00.000Z',
    is_expired: true,
  }
  answer(listInvitations, [invitation], some(1))
  answer(resendInvitation, invitation)
  answer(revokeInvitation, {})
  const { user } = visitCompany('/people')
  expect(await screen.findByText('Expired')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Send the invitation to .* again$/ }))
  expect(await screen.findByText(/was sent again\.$/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Withdraw the invitation/ }))
  await yes(user)

  expect(await screen.findByText(/was withdrawn\.$/)).toBeInTheDocument()
})

test('the report adds up by person, month and space, for the months of the address', async () => {
  const nothing = { email: null, month: null, office_id: null, office: null, sub_office: null }
  answer(
    getUsage,
    {
      currency: 'ILS',
      spent: 23_600,
      orders: 2,
      rows: [
        {
          ...nothing,
          user_id: 21,
          person_name: 'Noa Bar',
          email: 'noa@olive.test',
          spent: 11_800,
          orders: 1,
        },
        { ...nothing, user_id: 22, person_name: null, spent: 11_800, orders: 1 },
      ],
    },
    some(2),
  )
  const { user, address } = visitCompany('/usage?from=2026-01&to=2026-02')
  expect(await screen.findByText('₪236.00 spent on 2 bookings')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Deleted account' })).toHaveAttribute(
    'href',
    '/company/5/usage?from=2026-01&to=2026-02&person=22',
  )
  await user.click(screen.getByRole('combobox', { name: 'Group by' }))
  await user.click(await screen.findByRole('option', { name: 'Space' }))

  await waitFor(() => expect(address()).toBe('/company/5/usage?from=2026-01&to=2026-02&by=space'))
  expect(sent.some(({ url }) => /usage\?.*from=2026-01&to=2026-02&by=space/.test(url))).toBe(true)
})

test('months in the wrong order are explained instead of asked for', async () => {
  visitCompany('/usage?from=2026-02&to=2026-01')

  expect(await screen.findByText('Should not be before the first month')).toBeInTheDocument()
  expect(sent.some(({ url }) => url.includes('/usage'))).toBe(false)
})

test('a coming booking is cancelled with the refund that was shown', async () => {
  const refund = { percent: 50, kept: 5900, refund: 5900, refund_credits: 5900, refund_card: 0, owed: 0 }
  answer(getBusinessOrderRefund, { ...refund, expired: null, currency: 'ILS' })
  answer(cancelBusinessOrder, { ...booking, cancelled_at: '2026-03-02T08:00:00.000Z' })
  const { user } = visitCompany('/usage?person=21')
  expect(await screen.findByRole('heading', { name: /Bookings of .*Noa Bar/ })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Cancel the booking of/ }))
  expect(await screen.findByText(/₪59\.00 goes back to the pool\.$/)).toBeInTheDocument()
  await yes(user)

  expect(await screen.findByText('The booking is cancelled.')).toBeInTheDocument()
  expect(bodyOf('POST', '/orders/41/cancel')).toEqual({ refund: 5900 })
})

test('setting up a company leads to it', async () => {
  answer(addBusiness, sampleBusiness())
  const { user, address } = visit('/company/new', { as: {} })
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  expect(await screen.findByText('Cannot be empty')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Company name'), 'Olive Ltd')
  await user.selectOptions(screen.getByLabelText('Currency'), 'USD')
  await user.click(screen.getByRole('button', { name: 'Set up' }))

  await waitFor(() => expect(address()).toBe('/company/5'))
  const request = sent.find(({ method }) => method === 'POST')!
  expect(request.body).toMatchObject({ name: 'Olive Ltd', currency: 'USD' })
  expect(request.key).toMatch(/^[0-9a-f]{32}$/)
})

test('a visitor who wants to set up a company signs up first', async () => {
  const { address } = visit('/company/new')

  await waitFor(() => expect(address()).toBe('/sign-up'))
})
