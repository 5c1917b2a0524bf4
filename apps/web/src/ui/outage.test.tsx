import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, tokenFor } from '#test/show.tsx'
import { CallError } from '#web/api/call.ts'
import { endSession, restoreSession, startSession } from '#web/api/session.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'

const NO_CONNECTION = /No connection to the server/

let isDown = true
let asked = 0

function Part({ name, error }: { name: string; error: CallError }) {
  const query = useQuery({
    queryKey: [name],
    queryFn: async () => {
      asked++
      if (isDown) throw error
      return `${name} arrived`
    },
  })
  return <QueryView query={query}>{(text) => <p>{text}</p>}</QueryView>
}

function showParts(errors: Record<string, CallError>) {
  isDown = true
  asked = 0
  return show(Object.entries(errors).map(([name, error]) => <Part key={name} name={name} error={error} />))
}

const lost = new CallError(0, 'No connection to the server. Please try again.')

test('several parts of a screen that fail for one cause are told once, with a retry that brings all back', async () => {
  const { user } = showParts({ Rooms: lost, Orders: lost, Credits: lost })

  expect(await screen.findByRole('alert')).toHaveTextContent(NO_CONNECTION)
  expect(screen.getAllByText(NO_CONNECTION)).toHaveLength(1)
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  for (const name of ['Rooms', 'Orders', 'Credits'])
    expect(await screen.findByText(`${name} arrived`)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a failure that is alone is told where it happened', async () => {
  showParts({ Rooms: lost, Orders: new CallError(404, 'This order is gone.') })

  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getByText('No connection to the server. Please try again.')).toBeInTheDocument()
  expect(screen.getByText('This order is gone.')).toBeInTheDocument()
  expect(screen.queryByText(/We keep trying/)).toBeNull()
})

test('two parts that the server fails at are each told where it happened, three are told once', async () => {
  const broken = new CallError(500, 'Something went wrong on our side.')
  const { unmount } = showParts({ Rooms: broken, Orders: broken })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  unmount()
  showParts({ Rooms: broken, Orders: broken, Credits: broken })

  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
})

test('the notice goes away by itself when the connection is back', async () => {
  showParts({ Rooms: lost, Orders: lost })
  await screen.findByRole('alert')
  isDown = false
  act(() => void window.dispatchEvent(new Event('online')))

  expect(await screen.findByText('Orders arrived')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(asked).toBe(4)
})

test('an action that fails during an outage is told of in the same notice', async () => {
  showParts({ Rooms: lost, Orders: lost })
  await screen.findByRole('alert')
  act(() => notifyFailure(lost))

  expect(await screen.findByText(/Your last action may not have gone through/)).toBeInTheDocument()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('an action that fails because the session ended is not told twice', async () => {
  show(null)
  startSession(tokenFor())
  act(() => endSession('refused'))
  act(() => notifyFailure(new CallError(401, 'Please sign in.')))

  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('Please sign in.')).toBeNull()
  // The next test begins without an ended session.
  restoreSession()()
})

test('a sentence that is said again does not stand there twice', async () => {
  show(null)
  act(() => void notify('It failed', 'error'))
  act(() => void notify('It failed', 'error'))

  await waitFor(() => expect(screen.getAllByText('It failed')).toHaveLength(1))
})
