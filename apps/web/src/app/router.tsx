import { createBrowserRouter, type RouteObject } from 'react-router'
import type { ArrivedToken } from '#web/app/arrival.ts'
import { Elsewhere, OnlyAdmins, OnlySignedIn, OnlySignedOut } from '#web/app/guards.tsx'
import { PublicShell } from '#web/app/public-shell.tsx'
import { Shell } from '#web/app/shell.tsx'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** Every address of the app. The landing page at `/` is a page of its own. */
export const createRoutes = (arrivedToken: ArrivedToken): RouteObject[] => [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoader />,
    children: [
      {
        element: <PublicShell />,
        children: [
          {
            path: '/delete-account',
            lazy: async () => ({
              Component: (await import('#web/features/account-deletion/delete-account-screen.tsx'))
                .DeleteAccountScreen,
            }),
          },
          {
            path: '/confirm-deletion',
            lazy: async () => {
              const { ConfirmDeletionScreen } = await import(
                '#web/features/account-deletion/confirm-deletion-screen.tsx'
              )
              return { element: <ConfirmDeletionScreen token={arrivedToken('/confirm-deletion')} /> }
            },
          },
          {
            path: '/undo-deletion',
            lazy: async () => {
              const { UndoDeletionScreen } = await import(
                '#web/features/account-deletion/undo-deletion-screen.tsx'
              )
              return { element: <UndoDeletionScreen token={arrivedToken('/undo-deletion')} /> }
            },
          },
          {
            path: '/door-opener',
            lazy: async () => ({
              Component: (await import('#web/features/access/door-opener-screen.tsx')).DoorOpenerScreen,
            }),
          },
          {
            path: '/logged-in',
            lazy: async () => {
              const { LoggedInScreen } = await import('#web/features/auth/logged-in-screen.tsx')
              return { element: <LoggedInScreen token={arrivedToken('/logged-in')} /> }
            },
          },
          {
            path: '/confirm-email',
            lazy: async () => {
              const { ConfirmEmailScreen } = await import('#web/features/auth/confirm-email-screen.tsx')
              return { element: <ConfirmEmailScreen token={arrivedToken('/confirm-email')} /> }
            },
          },
          {
            path: '/reset-password',
            lazy: async () => {
              const { ResetPasswordScreen } = await import('#web/features/auth/reset-password-screen.tsx')
              return { element: <ResetPasswordScreen token={arrivedToken('/reset-password')} /> }
            },
          },
          {
            element: <OnlySignedOut />,
            children: [
              {
                path: '/sign-in',
                lazy: async () => ({
                  Component: (await import('#web/features/auth/sign-in-screen.tsx')).SignInScreen,
                }),
              },
              {
                path: '/sign-up',
                lazy: async () => ({
                  Component: (await import('#web/features/auth/sign-up-screen.tsx')).SignUpScreen,
                }),
              },
              {
                path: '/forgot-password',
                lazy: async () => ({
                  Component: (await import('#web/features/auth/forgot-password-screen.tsx'))
                    .ForgotPasswordScreen,
                }),
              },
            ],
          },
        ],
      },
      {
        element: <OnlySignedIn />,
        children: [
          {
            element: <Shell />,
            children: [
              {
                path: '/dashboard',
                lazy: async () => ({
                  Component: (await import('#web/app/dashboard-screen.tsx')).DashboardScreen,
                }),
              },
              {
                path: '/orders',
                lazy: async () => ({
                  Component: (await import('#web/features/orders/my-orders-screen.tsx')).MyOrdersScreen,
                }),
              },
              {
                path: '/profile',
                lazy: async () => ({
                  Component: (await import('#web/features/users/profile-screen.tsx')).ProfileScreen,
                }),
              },
              {
                path: '/order/:orderId',
                lazy: async () => ({
                  Component: (await import('#web/app/order-page.tsx')).OrderPage,
                }),
              },
              {
                path: '/booking/:officeId',
                lazy: async () => ({
                  Component: (await import('#web/features/orders/booking-screen.tsx')).BookingScreen,
                }),
              },
            ],
          },
          {
            element: <OnlyAdmins />,
            children: [
              {
                lazy: async () => ({ Component: (await import('#web/app/admin-shell.tsx')).AdminShell }),
                children: [
                  {
                    path: '/admin-dashboard',
                    lazy: async () => ({
                      Component: (await import('#web/app/admin-dashboard-screen.tsx')).AdminDashboardScreen,
                    }),
                  },
                  {
                    path: '/admin-orders-dashboard',
                    lazy: async () => ({
                      Component: (await import('#web/features/orders-dashboard/orders-dashboard-screen.tsx'))
                        .OrdersDashboardScreen,
                    }),
                  },
                  {
                    path: '/admin-all-orders',
                    lazy: async () => ({
                      Component: (await import('#web/features/admin-orders/all-orders-screen.tsx'))
                        .AllOrdersScreen,
                    }),
                  },
                  {
                    path: '/messages',
                    lazy: async () => ({
                      Component: (await import('#web/features/messages/messages-screen.tsx')).MessagesScreen,
                    }),
                  },
                ],
              },
            ],
          },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
  },
]

export const createRouter = (arrivedToken: ArrivedToken) => createBrowserRouter(createRoutes(arrivedToken))
