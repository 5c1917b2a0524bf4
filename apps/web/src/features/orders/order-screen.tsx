import type { OrderDetails } from '@keyhour/contract/orders'
import { Id } from '@keyhour/contract/primitives'
import { Anchor, Badge, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useOfficeChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { orderQuery } from '#web/features/orders/api.ts'
import { OrderAccessCard } from '#web/features/orders/order-access-card.tsx'
import { OrderActionsCard } from '#web/features/orders/order-actions-card.tsx'
import { OrderDetailsCard } from '#web/features/orders/order-details-card.tsx'
import { OrderPriceCard } from '#web/features/orders/order-price-card.tsx'
import { OrderTimelineCard } from '#web/features/orders/order-timeline-card.tsx'
import classes from '#web/features/orders/orders.module.css'
import { phaseOf } from '#web/features/orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const LOOK_MS = 10_000

/** What stands below for admins alone, at this moment. */
type ForAdmins = { forAdmins: (order: OrderDetails, now: number) => ReactNode }

export function OrderScreen({ forAdmins }: ForAdmins) {
  const orderId = Id.safeParse(Number(useParams().orderId))
  if (!orderId.success) return <NoSuchOrder />
  return <Order key={orderId.data} orderId={orderId.data} forAdmins={forAdmins} />
}

/** To the list that the person came from, as it was, else to the own ones. */
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
      <Failure message={serverText('This order does not exist.')} action={<WayBack />} />
    </Page>
  )
}

function Order({ orderId, forAdmins }: ForAdmins & { orderId: number }) {
  const { t } = useTranslation('orders')
  const order = useQuery(orderQuery(orderId))
  return (
    <Page title={t('orderNumber', { id: orderId })} actions={order.data && <WayBack />}>
      <QueryView query={order} loading={t('loadingOrder')} wayBack={<WayBack />}>
        {(details) => <Details order={details} forAdmins={forAdmins} />}
      </QueryView>
    </Page>
  )
}

function Details({ order, forAdmins }: ForAdmins & { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const user = useUser()
  const now = useNow(LOOK_MS)
  const queryClient = useQueryClient()
  // It changes elsewhere too: in another window, by an admin, or by itself where a visit without an end is over.
  useOfficeChanges(
    order.Office.id,
    () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey }),
  )
  const phase = phaseOf(order, now)
  const isOwn = order.user_id === user?.id
  return (
    <>
      <Group mb="md">
        <Badge variant="light" color={phase === 'active' ? 'free' : 'gray'} tt="none">
          {t(`phase.${phase}`)}
        </Badge>
      </Group>
      <div className={classes.orderPage}>
        <OrderDetailsCard order={order} />
        {(isOwn || user?.admin) && (
          <div className={classes.aside}>
            <OrderActionsCard order={order} now={now} isOwn={isOwn} />
            <OrderAccessCard order={order} now={now} />
            {user?.admin && forAdmins(order, now)}
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
