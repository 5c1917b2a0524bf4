import { listPermissions } from '@keyhour/contract/auth'
import { listOwnerOffices } from '@keyhour/contract/owners'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { breakLive, restoreLive, tellChange } from '#test/live.ts'
import { answer, answerLater, refuse } from '#test/replies.ts'
import { right, sampleOwnerOffice, sampleOwnerSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_orders_and_payouts', 3)])
  // Ten to eleven in the morning at the office.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T08:50:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const visitOwner = (path = '') => visit(`/owner${path}`, { as: { name: 'Rina Katz' } })

test('an owner sees how much of each office is booked today, and who comes next', async () => {
  answer(listOwnerOffices, [
    sampleOwnerOffice({
      spaces: [
        sampleOwnerSpace(),
        sampleOwnerSpace({ sub_office_id: 18, name: 'Desks', type: 'open_space', units: 12, units_taken: 3 }),
      ],
      arrivals: [
        {
          order_id: 51,
          start: '2026-03-02T12:00:00.000Z',
          sub_office_id: 17,
          customer: 'Maya C.',
          phone: '+972501234567',
          waiting: true,
        },
        {
          order_id: 52,
          start: '2026-03-04T07:00:00.000Z',
          sub_office_id: 17,
          customer: null,
          phone: null,
          waiting: false,
        },
      ],
    }),
  ])
  visitOwner()

  expect(await screen.findByRole('heading', { name: 'Jaffa Port House' })).toBeInTheDocument()
  expect(screen.getByText('Today: 50% booked')).toBeInTheDocument()
  const [room, desks] = within(screen.getByRole('list', { name: 'Spaces of Jaffa Port House' })).getAllByRole(
    'listitem',
  )
  expect(room).toHaveTextContent('Olive room50% booked, 2 orders · free now')
  expect(desks).toHaveTextContent('Desks50% booked, 2 orders · 3 of 12 seats taken now')
  expect(screen.getByRole('link', { name: 'Maya C.' })).toHaveAttribute('href', '/owner?office=3&order=51')
  expect(screen.getByText('2:00 PM')).toBeInTheDocument()
  expect(screen.getByText('Waiting for payment')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '+972501234567' })).toHaveAttribute('href', 'tel:+972501234567')
  expect(screen.getByText('Mar 4th 2026, 9:00 AM')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Deleted account' })).toBeInTheDocument()
})

test('when a visit starts or ends, the page says so by itself', async () => {
  answer(listOwnerOffices, [sampleOwnerOffice({ changes_at: '2026-03-02T08:50:00.001Z' })])
  visitOwner()
  expect(await screen.findByText(/free now/)).toBeInTheDocument()
  answer(listOwnerOffices, [sampleOwnerOffice({ spaces: [sampleOwnerSpace({ units_taken: 1 })] })])
  vi.setSystemTime('2026-03-02T08:50:02Z')

  expect(await screen.findByText(/taken now/)).toBeInTheDocument()
})

test('the area says whether it updates itself', async () => {
  answer(listOwnerOffices, [sampleOwnerOffice()])
  visitOwner()
  expect(await screen.findByText('Live')).toBeInTheDocument()
  breakLive()
  expect(await screen.findByText(/^Not live\. Last updated at .*reconnecting/)).toBeInTheDocument()
  await act(async () => restoreLive())

  expect(await screen.findByText('Live')).toBeInTheDocument()
})

test('only owners have a link to their spaces', async () => {
  answer(listOwnerOffices, [sampleOwnerOffice()])
  visitOwner()
  expect(await screen.findByRole('link', { name: 'My spaces' })).toHaveAttribute('href', '/owner')
  answer(listPermissions, [right('administer'), right('view_orders_and_payouts')])
  answer(listOwnerOffices, [])
  await act(async () => tellChange())

  expect(await screen.findByText('You have no offices here yet')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'My spaces' })).toBeNull()
})

test('somebody without an office is told what to do', async () => {
  answer(listOwnerOffices, [])
  visitOwner()

  expect(await screen.findByText('You have no offices here yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'List your space' })).toHaveAttribute('href', '/space-owners#write')
})

test('an owner who loses the role sees nothing of the office any more, without a reload', async () => {
  answer(listOwnerOffices, [sampleOwnerOffice()])
  visitOwner()
  await screen.findByRole('heading', { name: 'Jaffa Port House' })
  answer(listOwnerOffices, [])
  await act(async () => tellChange())

  expect(await screen.findByText('You have no offices here yet')).toBeInTheDocument()
  expect(screen.queryByText('Jaffa Port House')).toBeNull()
})

test('loading is announced, and a failure can be retried', async () => {
  answerLater(listOwnerOffices, [])
  const { unmount } = visitOwner()
  expect(await screen.findByText('Loading your offices...')).toBeInTheDocument()
  unmount()
  refuse(listOwnerOffices, 503, 'The database is not ready.')
  const { user } = visitOwner()
  await screen.findByRole('alert')
  answer(listOwnerOffices, [sampleOwnerOffice()])
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('heading', { name: 'Jaffa Port House' })).toBeInTheDocument()
})

test('a visitor who wants to the owner area signs in first, and then is there', async () => {
  visit('/owner')

  expect(await screen.findByRole('heading', { name: 'Space owner sign-in' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Not listed yet?' })).toHaveAttribute('href', '/space-owners')
})
