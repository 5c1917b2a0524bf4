import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Id } from '@keyhour/contract/primitives'
import { Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useOfficeChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { OfflineBooking } from '#web/app/offline-booking.tsx'
import { OrderActionsCard } from '#web/app/order-actions-card.tsx'
import { OrderCustomerCard } from '#web/app/order-customer-card.tsx'
import { OrderHero } from '#web/app/order-hero.tsx'
import classes from '#web/app/order-screen.module.css'
import { orderQuery } from '#web/features/orders/api.ts'
import { OrderDetailsCard } from '#web/features/orders/order-details-card.tsx'
import { OrderPayment } from '#web/features/orders/order-payment.tsx'
import { OrderPriceCard } from '#web/features/orders/order-price-card.tsx'
import { OrderTimelineCard } from '#web/features/orders/order-timeline-card.tsx'
import { isWaiting } from '#web/features/orders/rules.ts'
import { PushOffer } from '#web/features/push/push-offer.tsx'
import { SeriesCard } from '#web/features/series/series-card.tsx'
import { OrderAccessCard } from '#web/features/visits/order-access-card.tsx'
import { accessFrom } from '#web/features/visits/rules.ts'
import { useKeptBooking } from '#web/features/visits/use-kept-booking.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
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

/** Back to the list the person came from, else to their orders; staff go to the office. */
function WayBack({ order }: { order?: OrderDetails }) {
  const { t } = useTranslation('orders')
  const user = useUser()
  const list: unknown = useLocation().state?.list
  if (typeof list === 'string')
    return (
      <Anchor component={Link} to={list}>
        {t('backToList')}
      </Anchor>
    )
  const isStaff = order !== undefined && order.user_id !== user?.id
  return (
    <Anchor component={Link} to={isStaff ? `/dashboard?office=${order.Office.id}` : '/orders'}>
      {isStaff ? t('toOffice') : t('toMyOrders')}
    </Anchor>
  )
}

/** The room and its office. */
const titleOf = ({ Office, SubOffice }: OrderDetails): string =>
  spaceAndOffice(SubOffice && localPlace(SubOffice).name, localPlace(Office).name)

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
  const kept = useKeptBooking(order, orderId)
  return (
    <Page
      title={order.data ? titleOf(order.data) : t('orderNumber', { id: orderId })}
      actions={order.data && <WayBack order={order.data} />}
    >
      {kept ? (
        <OfflineBooking kept={kept} retry={() => void order.refetch()} isRetrying={order.isFetching} />
      ) : (
        <QueryView shape="detail" query={order} loading={t('loadingOrder')} wayBack={<WayBack />}>
          {(details) => <Details order={details} />}
        </QueryView>
      )}
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
  // Doors and Wi-Fi come first while they are needed.
  const isAtDoor = isOwn && isOpen(order, now)
  // There is nothing else to do yet.
  const isPayingOnly = isOwn && !user?.admin && isWaiting(order)
  const aside = !isPayingOnly && <Aside order={order} now={now} isAtDoor={isAtDoor} />
  return (
    <>
      <OrderHero order={order} now={now} />
      {isOwn && isJustBooked(order, now) && <PushOffer userId={order.user_id} />}
      <OrderPayment order={order} />
      <div className={classes.orderPage} data-single={isPayingOnly || undefined}>
        {!isOwn && aside}
        <div className={classes.cards}>
          {isAtDoor ? <OrderAccessCard order={order} now={now} /> : <OrderDetailsCard order={order} />}
        </div>
        {isOwn && aside}
        <div className={classes.cards}>
          {isAtDoor && <OrderDetailsCard order={order} />}
          <SeriesCard order={order} />
          <OrderPriceCard order={order} />
          <OrderTimelineCard order={order} />
        </div>
      </div>
    </>
  )
}

type AsideProps = { order: OrderDetails; now: number; isAtDoor: boolean }

/** What can be done with the order. Comes first for staff. */
function Aside({ order, now, isAtDoor }: AsideProps) {
  const user = useUser()
  const isOwn = order.user_id === user?.id
  // Names the customer, who comes first for everyone else.
  const adminCard = user?.admin && (
    <Suspense fallback={<LoadingShape shape="list" />}>
      <OrderAdminCard order={order} now={now} />
    </Suspense>
  )
  return (
    <div className={classes.aside}>
      {!isOwn && adminCard}
      {!isOwn && !user?.admin && <OrderCustomerCard order={order} now={now} />}
      {(isOwn || user?.admin) && !isWaiting(order) && (
        <>
          <OrderActionsCard order={order} now={now} isOwn={isOwn} />
          {!isAtDoor && <OrderAccessCard order={order} now={now} />}
        </>
      )}
      {isOwn && adminCard}
    </div>
  )
}

const JUST_MS = 10 * 60_000

/** The moment to offer notifications about it. */
const isJustBooked = (order: OrderDetails, now: number): boolean =>
  !isWaiting(order) &&
  now - Date.parse(order.date) < JUST_MS &&
  ['active', 'coming'].includes(phaseOf(order, now))

/** From 10 minutes before the start to the end. */
const isOpen = (order: OrderDetails, now: number): boolean =>
  !isWaiting(order) &&
  ['active', 'coming'].includes(phaseOf(order, now)) &&
  Date.parse(accessFrom(order)) <= now
