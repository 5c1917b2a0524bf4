import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '#test/show.tsx'
import { notify } from '#web/ui/notifications.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a notification disappears after five seconds', async () => {
  show(null)
  act(() => void notify('Saved'))
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
  await pass(4_500)
  expect(screen.getByText('Saved')).toBeInTheDocument()
  await pass(1_500)

  expect(screen.queryByText('Saved')).toBeNull()
})

test('a notification stays while the pointer is over it', async () => {
  show(null)
  act(() => void notify('Saved', 'success', 1_000))
  fireEvent.mouseEnter(screen.getByRole('status'))
  await pass(5_000)
  expect(screen.getByText('Saved')).toBeInTheDocument()
  fireEvent.mouseLeave(screen.getByRole('status'))
  await pass(2_000)

  expect(screen.queryByText('Saved')).toBeNull()
})

test('an error interrupts a screen reader, a success waits for its turn', () => {
  show(null)
  act(() => {
    notify('It failed', 'error')
    notify('It worked', 'success')
  })

  expect(screen.getByRole('alert')).toHaveTextContent('It failed')
  expect(screen.getByRole('status')).toHaveTextContent('It worked')
})
