import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { ArrivedToken } from '#web/app/arrival.ts'
import { Elsewhere, OnlyAdmins, OnlySignedIn, OnlySignedOut } from '#web/app/guards.tsx'
import { PublicShell } from '#web/app/public-shell.tsx'
import { Shell } from '#web/app/shell.tsx'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { LoadingShape } from '#web/ui/loading-shape.tsx'

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
  screen('/join/:token', 'JoinScreen', () => import('#web/app/join-screen.tsx')),
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

/** Linked from public pages, so most visitors have no account yet. */
const newCompanyScreen = screen(
  '/company/new',
  'NewCompanyScreen',
  () => import('#web/features/businesses/new-company-screen.tsx'),
)

const companyScreens: RouteObject = {
  path: '/company/:businessId',
  lazy: async () => ({
    Component: (await import('#web/features/businesses/company-frame.tsx')).CompanyFrame,
  }),
  children: [
    screen('', 'CompanyOverviewScreen', () => import('#web/features/businesses/company-overview-screen.tsx')),
    screen(
      'people',
      'CompanyPeopleScreen',
      () => import('#web/features/businesses/company-people-screen.tsx'),
    ),
    screen(
      'credits',
      'CompanyCreditsScreen',
      () => import('#web/features/businesses/company-credits-screen.tsx'),
    ),
    screen('usage', 'CompanyUsageScreen', () => import('#web/features/businesses/company-usage-screen.tsx')),
    screen(
      'settings',
      'CompanySettingsScreen',
      () => import('#web/features/businesses/company-settings-screen.tsx'),
    ),
    { path: '*', element: <Elsewhere /> },
  ],
}

const memberScreens: RouteObject[] = [
  screen('/dashboard', 'DashboardScreen', () => import('#web/app/dashboard-screen.tsx')),
  screen('/schedule', 'ScheduleScreen', () => import('#web/app/schedule-screen.tsx')),
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
  screen(
    '/panel-book/:officeId/:subOfficeId?',
    'PanelBookScreen',
    () => import('#web/features/panels/panel-book-screen.tsx'),
  ),
  screen('/booking/:officeId?', 'BookingScreen', () => import('#web/features/bookings/booking-screen.tsx')),
  screen('/company', 'CompaniesScreen', () => import('#web/features/businesses/companies-screen.tsx')),
  companyScreens,
]

/** Screens of an owner's offices, within one frame. */
const ownerScreens: RouteObject[] = [
  screen('/owner', 'OwnerOfficesScreen', () => import('#web/features/owners/owner-offices-screen.tsx')),
  screen(
    '/owner/calendar',
    'OwnerCalendarScreen',
    () => import('#web/features/owners/owner-calendar-screen.tsx'),
  ),
  screen('/owner/prices', 'OwnerPricesScreen', () => import('#web/features/owners/owner-prices-screen.tsx')),
  screen('/owner/orders', 'OwnerOrdersScreen', () => import('#web/features/owners/owner-orders-screen.tsx')),
  screen(
    '/owner/statements',
    'OwnerStatementsScreen',
    () => import('#web/features/statements/owner-statements-screen.tsx'),
  ),
  screen(
    '/owner/figures',
    'OwnerFiguresScreen',
    () => import('#web/features/figures/owner-figures-screen.tsx'),
  ),
]

const ownerFrame: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/owner-frame.tsx')).OwnerFrame }),
  children: ownerScreens,
}

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
  screen(
    '/admin/statements',
    'AdminStatementsScreen',
    () => import('#web/features/statements/admin-statements-screen.tsx'),
  ),
  screen(
    '/admin/companies',
    'AllCompaniesScreen',
    () => import('#web/features/businesses/all-companies-screen.tsx'),
  ),
  screen('/admin-webhooks', 'WebhooksScreen', () => import('#web/features/webhooks/webhooks-screen.tsx')),
]

const adminShell: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/admin-shell.tsx')).AdminShell }),
  children: adminScreens,
}

/** Fills the tablet at a door. */
const panelScreen = screen(
  '/panel/:token',
  'PanelScreen',
  () => import('#web/features/panels/panel-screen.tsx'),
)

/** The landing page at `/` is not among them. */
export const createRoutes = (arrivedToken: ArrivedToken): RouteObject[] => [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <LoadingShape shape="page" />,
    children: [
      panelScreen,
      {
        element: <PublicShell />,
        children: [
          ...publicScreens,
          ...tokenScreens(arrivedToken),
          { element: <OnlySignedOut />, children: guestScreens },
        ],
      },
      {
        element: <OnlySignedIn instead="/sign-up" />,
        children: [{ element: <Shell />, children: [newCompanyScreen] }],
      },
      {
        element: <OnlySignedIn />,
        children: [
          { element: <Shell />, children: [...memberScreens, ownerFrame] },
          { element: <OnlyAdmins />, children: [adminShell] },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
  },
]

export const createRouter = (arrivedToken: ArrivedToken) => createBrowserRouter(createRoutes(arrivedToken))
