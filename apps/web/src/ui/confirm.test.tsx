import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/show.tsx'
import { confirm, Declined } from '#web/ui/confirm.tsx'

const outcomeOf = (asked: Promise<void>) =>
  asked.then(
    () => 'yes',
    (error: unknown) => (error instanceof Declined ? 'no' : error),
  )

const ask = (message: string) => outcomeOf(confirm({ message }))

function showPage() {
  const { user } = show(<button type="button">Delete</button>)
  screen.getByText('Delete').focus()
  return user
}

test('Yes resolves and the banner disappears', async () => {
  const user = showPage()
  const outcome = ask('Are you sure?')
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await outcome).toBe('yes')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('No rejects and the banner disappears', async () => {
  const user = showPage()
  const outcome = ask('Are you sure?')
  await user.click(await screen.findByRole('button', { name: 'No' }))

  expect(await outcome).toBe('no')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('Escape means No', async () => {
  const user = showPage()
  const outcome = ask('Are you sure?')
  await screen.findByRole('alertdialog', { name: 'Are you sure?' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus())
  await user.keyboard('{Escape}')

  expect(await outcome).toBe('no')
})

test('the focus returns to where it was', async () => {
  const user = showPage()
  void ask('Are you sure?')
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'No' }))

  await waitFor(() => expect(screen.getByText('Delete')).toHaveFocus())
})

test('a question asked before the page is ready waits for it', async () => {
  const outcome = outcomeOf(confirm({ message: 'Too early?' }))
  const { user } = show(null)
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await outcome).toBe('yes')
})

test('a question that cannot be shown is answered No after five attempts', async () => {
  expect(await outcomeOf(confirm({ message: 'Anybody?' }))).toBe('no')
})
