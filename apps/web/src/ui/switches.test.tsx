import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/show.tsx'
import { ColorSchemeSwitch } from '#web/ui/color-scheme-switch.tsx'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'

test('switching to Hebrew turns the page around immediately and is remembered', async () => {
  const { user } = show(<LanguageSwitch />)
  await user.click(screen.getByRole('button', { name: 'עברית' }))

  expect(await screen.findByRole('button', { name: 'English' })).toBeInTheDocument()
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  expect(document.documentElement).toHaveAttribute('lang', 'he')
  expect(document.cookie).toContain('language=he')
})

test('the theme can be changed, is remembered, and follows the device again when it is what the device has', async () => {
  const { user } = show(<ColorSchemeSwitch />)
  await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))

  expect(screen.getByRole('button', { name: 'Switch to light mode' })).toBeInTheDocument()
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
  expect(document.cookie).toContain('color_scheme=dark')
  await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))

  expect(document.cookie).toContain('color_scheme=auto')
})
