import { getAvailability } from '@keyhour/contract/availability'
import { getOffice } from '@keyhour/contract/offices'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '#test/replies.ts'
import { sampleDay, sampleOffice } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
})
afterEach(() => void vi.useRealTimers())

const CHOSEN = '/booking/3?sub_office=17&date=2026-03-02&start=09:00&end=10:30'

test('a visitor who books is asked to create an account, and sees what is being booked and its price', async () => {
  const { address } = visit(CHOSEN)

  const note = await screen.findByRole('note')
  expect(address()).toBe('/sign-up')
  expect(note).toHaveTextContent('Olive room · Jaffa Port House')
  expect(await screen.findByText('Mon, Mar 2nd, 9:00 AM – 10:30 AM · ₪88.50')).toBeInTheDocument()
})

test('with an account, the visitor signs in and still sees what is being booked', async () => {
  const { user, address } = visit(CHOSEN)
  await screen.findByRole('note')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }))

  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
  expect(await screen.findByRole('note')).toHaveTextContent('9:00 AM – 10:30 AM')
})

test('without a chosen day, booking leads to the sign-in as any other page', async () => {
  const { address } = visit('/booking/3')

  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
})
