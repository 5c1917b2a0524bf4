import type { Role } from './people.ts'

type Screen = { name: string; path: string; as?: Role }

/** Every screen of the product. */
export const SCREENS: Screen[] = [
  { name: 'landing page', path: '/' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'forgotten password', path: '/forgot-password' },
  { name: 'new password without its link', path: '/reset-password' },
  { name: 'new password', path: '/reset-password?token=of-a-mail' },
  { name: 'confirmation without its link', path: '/confirm-email' },
  { name: 'privacy policy', path: '/api/privacy-policy' },
  { name: 'account deletion', path: '/delete-account' },
  { name: 'deletion without its link', path: '/confirm-deletion' },
  { name: 'undoing a deletion without its link', path: '/undo-deletion' },
  { name: 'door opener', path: '/door-opener' },
  { name: 'dashboard without a choice', path: '/dashboard', as: 'manager' },
  { name: 'dashboard of a member', path: '/dashboard', as: 'member' },
  { name: 'dashboard with sessions', path: '/dashboard?office=1', as: 'admin' },
  { name: 'profile', path: '/profile', as: 'member' },
  { name: 'own orders', path: '/orders', as: 'member' },
  { name: 'one order', path: '/order/1', as: 'admin' },
  { name: 'booking', path: '/booking/1', as: 'member' },
  { name: 'booking with a chosen space', path: '/booking/4?sub_office=22', as: 'member' },
  { name: 'users', path: '/admin-dashboard', as: 'admin' },
  { name: 'offices', path: '/admin-dashboard?tab=offices', as: 'admin' },
  { name: 'offices opened by a search', path: '/admin-dashboard?tab=offices&q=hall', as: 'admin' },
  { name: 'doors', path: '/admin-dashboard?tab=doors', as: 'admin' },
  { name: 'hubs', path: '/admin-dashboard?tab=homeAssistants', as: 'admin' },
  { name: 'all orders in the admin area', path: '/admin-dashboard?tab=allOrders', as: 'admin' },
  { name: 'credit packs', path: '/admin-dashboard?tab=creditPacks', as: 'admin' },
  { name: 'all orders', path: '/admin-all-orders', as: 'admin' },
  { name: 'orders by office', path: '/admin-orders-dashboard', as: 'admin' },
  {
    name: 'active orders of a space',
    path: '/admin-orders-dashboard?office=1&sub_office=1',
    as: 'admin',
  },
  { name: 'messages', path: '/messages', as: 'admin' },
]
