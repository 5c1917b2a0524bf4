import { confirmSignUp, listPermissions, signIn } from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import { getSettings } from '@keyhour/contract/status'
import { screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { right } from '#test/samples.ts'
import { show, tokenFor, visit } from '#test/show.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { keepWish } from '#web/features/auth/wish.ts'

const confirmed = { msg: 'Your address is confirmed.', email: 'maya@example.com' }

beforeEach(() => {
  answer(getSettings, { demo: false, google_client_id: null, languages: ['en', 'he'] })
  answer(listPermissions, [right('book')])
  answer(listMyOffices, [])
})

const confirmations = () => sent.filter(({ url }) => url === '/api/auth/confirm_sign_up')

test('a confirmed address is at the sign-in already, with a note that it is confirmed', async () => {
  answer(confirmSignUp, confirmed)
  const { address } = visit('/confirm-email', { arrivedToken: 'link-token' })

  expect(await screen.findByText('Your address is confirmed. You can sign in now.')).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
  expect(confirmations()).toMatchObject([{ body: { token: 'link-token' } }])
})

test('the link is used once, however often React looks at the page', async () => {
  answer(confirmSignUp, confirmed)
  const router = createMemoryRouter(
    createRoutes((path) => (path === '/confirm-email' ? 'link-token' : null)),
    { initialEntries: ['/confirm-email'] },
  )
  show(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  await screen.findByText('Your address is confirmed. You can sign in now.')

  expect(confirmations()).toHaveLength(1)
})

test('a link that no longer works says so, with the ways on', async () => {
  refuse(confirmSignUp, 404, 'This link is no longer valid.')
  visit('/confirm-email', { arrivedToken: 'old' })
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  const main = within(screen.getByRole('main'))

  expect(main.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/sign-up')
  expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})

test('a page that lost its link in a reload asks to open it again, and leads to a new mail', async () => {
  visit('/confirm-email')

  expect(await screen.findByRole('heading', { name: 'Please open the link again' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/sign-up')
  expect(confirmations()).toEqual([])
})

test('a link that did not get through can be tried again', async () => {
  refuse(confirmSignUp, 503, 'The database is not ready.')
  const { user } = visit('/confirm-email', { arrivedToken: 'link-token' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answer(confirmSignUp, confirmed)
  await user.click(retry)

  expect(await screen.findByText('Your address is confirmed. You can sign in now.')).toBeInTheDocument()
})

test('who is signed in as somebody else stays so, and is told', async () => {
  answer(confirmSignUp, confirmed)
  const { address } = visit('/confirm-email', {
    as: { email: 'noa@example.com' },
    arrivedToken: 'link-token',
  })

  expect(await screen.findByText(/^maya@example.com is confirmed\./)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('who signed up on the way somewhere goes on there after the mail', async () => {
  answer(confirmSignUp, confirmed)
  answer(signIn, tokenFor())
  answer(listMyOrders, [])
  keepWish('/orders?from=before')
  const { user, address } = visit('/confirm-email', { arrivedToken: 'link-token' })
  await screen.findByText('Your address is confirmed. You can sign in now.')
  await user.type(screen.getByLabelText('Password'), 'a long enough one')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await waitFor(() => expect(address()).toBe('/orders?from=before'))
})
