import { lazy, Suspense } from 'react'
import { OrderScreen } from '#web/features/orders/order-screen.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

const OrderAdminCard = lazy(async () => ({
  default: (await import('#web/features/order-actions/order-admin-card.tsx')).OrderAdminCard,
}))

/** An order, and for admins what they can do with it. */
export function OrderPage() {
  return (
    <OrderScreen
      forAdmins={(order, now) => (
        <Suspense fallback={<PageLoader />}>
          <OrderAdminCard order={order} now={now} />
        </Suspense>
      )}
    />
  )
}
