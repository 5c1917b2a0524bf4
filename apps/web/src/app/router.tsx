import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { ArrivedToken } from '#web/app/arrival.ts'
import { Elsewhere, OnlyAdmins, OnlySignedIn, OnlySignedOut } from '#web/app/guards.tsx'
import { PublicShell } from '#web/app/public-shell.tsx'
import { Shell } from '#web/app/shell.tsx'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** A screen whose code is loaded on the first visit. */
const screen = <Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): RouteObject => ({ path, lazy: async () => ({ Component: (await load())[name] }) })

const guestScreens: RouteObject[] = [
  screen('/sign-in', 'SignInScreen', () => import('#web/features/auth/sign-in-screen.tsx')),
  screen('/sign-up', 'SignUpScreen', () => import('#web/features/auth/sign-up-screen.tsx')),
  screen(
    '/forgot-password',
    'ForgotPasswordScreen',
    () => import('#web/features/auth/forgot-password-screen.tsx'),
  ),
]

const publicScreens: RouteObject[] = [
  screen(
    '/delete-account',
    'DeleteAccountScreen',
    () => import('#web/features/account-deletion/delete-account-screen.tsx'),
  ),
  screen('/door-opener', 'DoorOpenerScreen', () => import('#web/features/access/door-opener-screen.tsx')),
]

function tokenScreens(arrivedToken: ArrivedToken): RouteObject[] {
  const tokenScreen = <Name extends string>(
    path: Parameters<ArrivedToken>[0],
    name: Name,
    load: () => Promise<Record<Name, ComponentType<{ token: string | null }>>>,
  ): RouteObject => ({
    path,
    lazy: async () => {
      const Screen: ComponentType<{ token: string | null }> = (await load())[name]
      return { element: <Screen token={arrivedToken(path)} /> }
    },
  })
  return [
    tokenScreen('/logged-in', 'LoggedInScreen', () => import('#web/features/auth/logged-in-screen.tsx')),
    tokenScreen(
      '/confirm-email',
      'ConfirmEmailScreen',
      () => import('#web/features/auth/confirm-email-screen.tsx'),
    ),
    tokenScreen(
      '/reset-password',
      'ResetPasswordScreen',
      () => import('#web/features/auth/reset-password-screen.tsx'),
    ),
    tokenScreen(
      '/confirm-deletion',
      'ConfirmDeletionScreen',
      () => import('#web/features/account-deletion/confirm-deletion-screen.tsx'),
    ),
    tokenScreen(
      '/undo-deletion',
      'UndoDeletionScreen',
      () => import('#web/features/account-deletion/undo-deletion-screen.tsx'),
    ),
  ]
}

const memberScreens: RouteObject[] = [
  screen('/dashboard', 'DashboardScreen', () => import('#web/app/dashboard-screen.tsx')),
  screen('/orders', 'MyOrdersScreen', () => import('#web/features/orders/my-orders-screen.tsx')),
  screen('/profile', 'ProfileScreen', () => import('#web/app/profile-screen.tsx')),
  screen('/credits', 'CreditsScreen', () => import('#web/features/payments/credits-screen.tsx')),
  screen(
    '/credits/test-payment/:id',
    'TestPaymentScreen',
    () => import('#web/features/payments/test-payment-screen.tsx'),
  ),
  screen(
    '/orders/:orderId/test-charge/:id',
    'TestChargeScreen',
    () => import('#web/features/charges/test-charge-screen.tsx'),
  ),
  screen('/order/:orderId', 'OrderScreen', () => import('#web/app/order-screen.tsx')),
  screen('/booking/:officeId?', 'BookingScreen', () => import('#web/features/bookings/booking-screen.tsx')),
]

const adminScreens: RouteObject[] = [
  screen('/admin-dashboard', 'AdminDashboardScreen', () => import('#web/app/admin-dashboard-screen.tsx')),
  screen(
    '/admin-orders-dashboard',
    'OrdersDashboardScreen',
    () => import('#web/features/orders-dashboard/orders-dashboard-screen.tsx'),
  ),
  screen(
    '/admin-all-orders',
    'AllOrdersScreen',
    () => import('#web/features/all-orders/all-orders-screen.tsx'),
  ),
  screen(
    '/connect-calendar/:provider',
    'ConnectCalendarScreen',
    () => import('#web/features/calendars/connect-calendar-screen.tsx'),
  ),
  screen('/messages', 'MessagesScreen', () => import('#web/features/messages/messages-screen.tsx')),
  screen('/admin-conflicts', 'ConflictsScreen', () => import('#web/app/conflicts-screen.tsx')),
  screen('/admin-webhooks', 'WebhooksScreen', () => import('#web/features/webhooks/webhooks-screen.tsx')),
]

const adminShell: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/admin-shell.tsx')).AdminShell }),
  children: adminScreens,
}

/** The landing page at `/` is not among them. */
export const createRoutes = (arrivedToken: ArrivedToken): RouteObject[] => [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoader />,
    children: [
      {
        element: <PublicShell />,
        children: [
          ...publicScreens,
          ...tokenScreens(arrivedToken),
          { element: <OnlySignedOut />, children: guestScreens },
        ],
      },
      {
        element: <OnlySignedIn />,
        children: [
          { element: <Shell />, children: memberScreens },
          { element: <OnlyAdmins />, children: [adminShell] },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
  },
]

export const createRouter = (arrivedToken: ArrivedToken) => createBrowserRouter(createRoutes(arrivedToken))
