import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tokenFor } from '#test/show.tsx'
import { endSession, startSession } from '#web/api/session.ts'
import { PublicNavbar } from '#web/app/frame/public-navbar.tsx'
import { startSwitches } from '#web/app/frame/switches.ts'
import { nowMs } from '#web/clock.ts'

function openPage(language: 'en' | 'he' = 'en') {
  render(<PublicNavbar language={language} />)
  startSwitches()
}

test.each([
  ['en', 'Dashboard'],
  ['he', 'לוח הבקרה'],
] as const)('a signed-in member finds the dashboard where others sign up (%s)', (language, name) => {
  startSession(tokenFor({ name: 'מאיה ÿ?>' }))
  openPage(language)

  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/dashboard')
  expect(screen.queryByRole('link', { name: /Sign Up|Sign in|הרשמה|כניסה$/ })).toBeNull()
})

test.each([
  ['nobody has signed in', () => {}],
  [
    'the member has signed out',
    () => {
      startSession(tokenFor())
      endSession('logged-out')
    },
  ],
  ['the session has expired', () => localStorage.setItem('token', tokenFor({ exp: nowMs() / 1000 - 1 }))],
  ['the stored token is unreadable', () => localStorage.setItem('token', 'a.b')],
])('when %s, the navbar offers to sign in or up', (_, happened) => {
  happened()
  openPage()

  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/sign-up')
  // Also in the menu of a phone.
  for (const link of screen.getAllByRole('link', { name: 'Sign in' }))
    expect(link).toHaveAttribute('href', '/sign-in')
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
})
