import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '#test/show.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title="Details">
        <p>What it shows</p>
      </SidePanel>
    </>
  )
}

async function openPanel() {
  const { user } = show(<Example />)
  await user.click(screen.getByText('Open'))
  expect(screen.getByRole('dialog', { name: 'Details' })).toBeInTheDocument()
  return user
}

test('a closed panel is not rendered until it is opened', () => {
  show(<Example />)

  expect(screen.queryByText('What it shows')).toBeNull()
})

test('a panel stays mounted for 800 ms after it is closed', async () => {
  const user = await openPanel()
  await user.keyboard('{Escape}')
  await act(() => vi.advanceTimersByTimeAsync(700))
  expect(screen.getByText('What it shows')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(200))

  expect(screen.queryByText('What it shows')).toBeNull()
})

test('the focus returns to where it was', async () => {
  const user = await openPanel()
  await user.keyboard('{Escape}')

  expect(screen.getByText('Open')).toHaveFocus()
})

test('a closing panel can no longer be used', async () => {
  const user = await openPanel()
  await user.keyboard('{Escape}')

  expect(screen.getByText('What it shows').closest('[inert]')).not.toBeNull()
})
