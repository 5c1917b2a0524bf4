import 'i18next'
import type access from './en/access.json'
import type accountDeletion from './en/account-deletion.json'
import type admin from './en/admin.json'
import type adminOffices from './en/admin-offices.json'
import type adminOrders from './en/admin-orders.json'
import type adminUsers from './en/admin-users.json'
import type app from './en/app.json'
import type auth from './en/auth.json'
import type booking from './en/booking.json'
import type businesses from './en/businesses.json'
import type calendars from './en/calendars.json'
import type charges from './en/charges.json'
import type closures from './en/closures.json'
import type conflicts from './en/conflicts.json'
import type credits from './en/credits.json'
import type figures from './en/figures.json'
import type frontDesk from './en/front-desk.json'
import type home from './en/home.json'
import type insight from './en/insight.json'
import type map from './en/map.json'
import type messages from './en/messages.json'
import type offline from './en/offline.json'
import type orderActions from './en/order-actions.json'
import type orders from './en/orders.json'
import type ordersDashboard from './en/orders-dashboard.json'
import type owners from './en/owners.json'
import type panels from './en/panels.json'
import type payments from './en/payments.json'
import type push from './en/push.json'
import type schedule from './en/schedule.json'
import type series from './en/series.json'
import type statements from './en/statements.json'
import type ui from './en/ui.json'
import type users from './en/users.json'
import type waitingList from './en/waiting-list.json'
import type webhooks from './en/webhooks.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: {
      access: typeof access
      'account-deletion': typeof accountDeletion
      admin: typeof admin
      'admin-offices': typeof adminOffices
      'admin-orders': typeof adminOrders
      'admin-users': typeof adminUsers
      app: typeof app
      auth: typeof auth
      booking: typeof booking
      businesses: typeof businesses
      calendars: typeof calendars
      charges: typeof charges
      closures: typeof closures
      conflicts: typeof conflicts
      credits: typeof credits
      figures: typeof figures
      'front-desk': typeof frontDesk
      home: typeof home
      insight: typeof insight
      map: typeof map
      messages: typeof messages
      offline: typeof offline
      'order-actions': typeof orderActions
      orders: typeof orders
      'orders-dashboard': typeof ordersDashboard
      owners: typeof owners
      panels: typeof panels
      payments: typeof payments
      push: typeof push
      schedule: typeof schedule
      series: typeof series
      statements: typeof statements
      ui: typeof ui
      users: typeof users
      'waiting-list': typeof waitingList
      webhooks: typeof webhooks
    }
  }
}
