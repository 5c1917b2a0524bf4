import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '#test/replies.ts'
import { sampleOffice, sampleSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => answer(listMyOffices, []))
const visitBooking = (id = '3') => visit(`/booking/${id}`, { as: { admin: false } })

test('the booking screen says what can be rented, for how many, when and for how much', async () => {
  answer(getOffice, sampleOffice())
  visitBooking()

  expect(await screen.findByRole('heading', { name: 'Book Jaffa Port House' })).toBeInTheDocument()
  expect(screen.getByText('Open 8:00 AM – 10:00 PM (Asia/Jerusalem)')).toBeInTheDocument()
  expect(screen.getByText('Meeting Room · up to 8 people')).toBeInTheDocument()
  expect(screen.getByText('₪50.00 an hour')).toBeInTheDocument()
})

test('what has been taken away is not on offer', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [sampleSpace({ deleted_at: '2026-01-01T00:00:00.000Z' })] }))
  visitBooking()

  expect(
    await screen.findByText('This office is rented as a whole, for up to 40 people.'),
  ).toBeInTheDocument()
  expect(screen.queryByText('Olive room')).toBeNull()
})

test('an office that does not exist says so, with a way back', async () => {
  refuse(getOffice, 404, 'This office does not exist.')
  visitBooking()

  expect(await screen.findByRole('alert')).toHaveTextContent('This office does not exist.')
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeInTheDocument()
})

test('an address without an office leads to the dashboard', async () => {
  const { address } = visitBooking('abc')

  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  expect(address()).toBe('/dashboard')
})

test('who wants a place can call the office or write to it', async () => {
  answer(getOffice, sampleOffice({ phone_number: '+972-3-555-0145', email: 'jaffa@keyhour.test' }))
  visitBooking()

  expect(await screen.findByRole('link', { name: 'Call +972-3-555-0145' })).toHaveAttribute(
    'href',
    'tel:+97235550145',
  )
  expect(screen.getByRole('link', { name: 'Write to jaffa@keyhour.test' })).toHaveAttribute(
    'href',
    'mailto:jaffa@keyhour.test',
  )
})
