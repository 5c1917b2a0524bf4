import type { OrderDetails } from '@keyhour/contract/orders'
import { Id } from '@keyhour/contract/primitives'
import { Anchor, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useOfficeChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { OrderActionsCard } from '#web/app/order-actions-card.tsx'
import classes from '#web/app/order-screen.module.css'
import { orderQuery } from '#web/features/orders/api.ts'
import { OrderDetailsCard } from '#web/features/orders/order-details-card.tsx'
import { OrderPayment } from '#web/features/orders/order-payment.tsx'
import { OrderPriceCard } from '#web/features/orders/order-price-card.tsx'
import { OrderTimelineCard } from '#web/features/orders/order-timeline-card.tsx'
import { PhaseBadge } from '#web/features/orders/phase-badge.tsx'
import { isWaiting } from '#web/features/orders/rules.ts'
import { OrderAccessCard } from '#web/features/visits/order-access-card.tsx'
import { serverText } from '#web/texts/i18n.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const LOOK_MS = 10_000

const OrderAdminCard = lazyPart(
  'OrderAdminCard',
  () => import('#web/features/order-management/order-admin-card.tsx'),
)

export function OrderScreen() {
  const orderId = Id.safeParse(Number(useParams().orderId))
  if (!orderId.success) return <NoSuchOrder />
  return <Order key={orderId.data} orderId={orderId.data} />
}

/** Back to the list the person came from, else to their orders. */
function WayBack() {
  const { t } = useTranslation('orders')
  const list: unknown = useLocation().state?.list
  const isFromList = typeof list === 'string'
  return (
    <Anchor component={Link} to={isFromList ? list : '/orders'}>
      {isFromList ? t('backToList') : t('toMyOrders')}
    </Anchor>
  )
}

function NoSuchOrder() {
  const { t } = useTranslation('orders')
  return (
    <Page title={t('order')}>
      <FailureMessage message={serverText('This order does not exist.')} action={<WayBack />} />
    </Page>
  )
}

function Order({ orderId }: { orderId: number }) {
  // Also loads the texts of the parts that appear later.
  const { t } = useTranslation(['orders', 'charges', 'payments'])
  const order = useQuery(orderQuery(orderId))
  return (
    <Page title={t('orderNumber', { id: orderId })} actions={order.data && <WayBack />}>
      <QueryView query={order} loading={t('loadingOrder')} wayBack={<WayBack />}>
        {(details) => <Details order={details} />}
      </QueryView>
    </Page>
  )
}

function Details({ order }: { order: OrderDetails }) {
  const user = useUser()
  const now = useNow(LOOK_MS)
  const queryClient = useQueryClient()
  // The order may change in another window, by an admin, or when an open visit ends.
  useOfficeChanges(
    order.Office.id,
    () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey }),
  )
  const isOwn = order.user_id === user?.id
  return (
    <>
      <Group mb="md">
        <PhaseBadge order={order} now={now} />
      </Group>
      <OrderPayment order={order} />
      <div className={classes.orderPage}>
        <OrderDetailsCard order={order} />
        {((isOwn && !isWaiting(order)) || user?.admin) && (
          <div className={classes.aside}>
            {!isWaiting(order) && (
              <>
                <OrderActionsCard order={order} now={now} isOwn={isOwn} />
                <OrderAccessCard order={order} now={now} />
              </>
            )}
            {user?.admin && (
              <Suspense fallback={<PageLoader />}>
                <OrderAdminCard order={order} now={now} />
              </Suspense>
            )}
          </div>
        )}
        <div className={classes.cards}>
          <OrderPriceCard order={order} />
          <OrderTimelineCard order={order} />
        </div>
      </div>
    </>
  )
}
