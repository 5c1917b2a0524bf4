import { listUsers } from '@keyhour/contract/admin-users'
import { type AdminBusiness, listAllBusinesses } from '@keyhour/contract/businesses'
import { listAllPayments } from '@keyhour/contract/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleAdminBusiness } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const list = (...companies: AdminBusiness[]) =>
  answer(listAllBusinesses, companies, { 'x-total-count': String(companies.length) })
const visitList = (search = '') => visit(`/admin/companies${search}`, { as: { admin: true } })
const asked = () => sent.findLast(({ url }) => url.startsWith('/api/admin/businesses?'))!.url

test('admins come from the purchases to all companies, and read which are closed', async () => {
  answer(listUsers, [])
  answer(listAllPayments, [], { 'x-total-count': '0' })
  list(
    sampleAdminBusiness(),
    sampleAdminBusiness({ id: 6, name: 'Cedar', people: 0, left: 0, closed_at: '2026-02-20T08:00:00.000Z' }),
  )
  const { user } = visit('/admin-dashboard?tab=payments', { as: { admin: true } })
  await user.click(await screen.findByRole('link', { name: 'All companies' }))
  const [open, closed] = await within(await screen.findByRole('list', { name: 'Companies' })).findAllByRole(
    'listitem',
  )

  expect(asked()).toContain('with_closed=true')
  expect(within(open!).getByRole('link', { name: 'Olive Ltd' })).toHaveAttribute('href', '/company/5')
  expect(open).toHaveTextContent('12 people · since Jan 15th 2026')
  expect(open).toHaveTextContent('₪1,200.00 left')
  expect(within(closed!).getByRole('link', { name: 'Cedar' })).toHaveAttribute('href', '/company/6')
  expect(closed).toHaveTextContent('since Jan 15th 2026 · until Feb 20th 2026')
  expect(within(closed!).getByText('Closed')).toBeInTheDocument()
})

test('a company is searched by name, the search is in the address, and finding none is said', async () => {
  list(sampleAdminBusiness())
  const { user, address } = visitList()
  await screen.findByText('Olive Ltd')
  list()
  await user.type(screen.getByLabelText('Search companies'), 'cedar')

  await waitFor(() => expect(asked()).toContain('q=cedar'))
  expect(await screen.findByText('No company with this name.')).toBeInTheDocument()
  expect(address()).toBe('/admin/companies?q=cedar')
})

test('a page size is offered only if there are more companies than on the smallest page', async () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, at) => sampleAdminBusiness({ id: at + 1, name: `Company ${at + 1}` }))
  list(...named(10))
  const { unmount } = visitList()
  await screen.findByText('Company 10')
  expect(screen.queryByLabelText('Items per page')).toBeNull()
  expect(screen.getByRole('link', { name: 'Purchases' })).toHaveAttribute(
    'href',
    '/admin-dashboard?tab=payments',
  )
  unmount()
  list(...named(11))
  visitList()

  expect(await screen.findByRole('combobox', { name: 'Items per page' })).toBeInTheDocument()
})

test('without a company the list says so, and a failure can be tried again', async () => {
  refuse(listAllBusinesses, 500, 'Something went wrong on our side.')
  const { user } = visitList()
  expect(await screen.findByText('Failed to load the companies.')).toBeInTheDocument()
  list()
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('There are no companies yet.')).toBeInTheDocument()
})
