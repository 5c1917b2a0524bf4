import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/show.tsx'

function Broken(): never {
  throw new Error('broken')
}

test('a screen that breaks shows a page with two buttons instead of a blank one', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  show(<Broken />)

  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/')
  log.mockRestore()
})
