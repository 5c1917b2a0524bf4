import type { OrderDetails } from '@keyhour/contract/orders'
import { Id } from '@keyhour/contract/primitives'
import { Anchor, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { orderQuery } from '#web/features/orders/api.ts'
import classes from '#web/features/orders/orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, formatMoment, isForeignClock } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function OrderScreen() {
  const orderId = Id.safeParse(Number(useParams().orderId))
  return orderId.success ? <Order orderId={orderId.data} /> : <NoSuchOrder />
}

function ToMyOrders() {
  const { t } = useTranslation('orders')
  return (
    <Anchor component={Link} to="/orders">
      {t('toMyOrders')}
    </Anchor>
  )
}

function NoSuchOrder() {
  const { t } = useTranslation('orders')
  return (
    <Page title={t('order')}>
      <Failure message={serverText('This order does not exist.')} action={<ToMyOrders />} />
    </Page>
  )
}

function Order({ orderId }: { orderId: number }) {
  const { t } = useTranslation('orders')
  const order = useQuery(orderQuery(orderId))
  return (
    <Page title={t('orderNumber', { id: orderId })} actions={order.data && <ToMyOrders />}>
      <QueryView query={order} loading={t('loadingOrder')} wayBack={<ToMyOrders />}>
        {(details) => <Details order={details} />}
      </QueryView>
    </Page>
  )
}

function Details({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const { Office, SubOffice, start, end, time_zone, total_price } = order
  return (
    <Paper withBorder p="xl" maw={640}>
      <dl className={classes.details}>
        <dt>{t('office')}</dt>
        <dd>
          <bdi>{Office.name}</bdi>
        </dd>
        {Office.type === 'SubOffice' && SubOffice && (
          <>
            <dt>{t('subOffice')}</dt>
            <dd>
              <bdi>{SubOffice.name}</bdi>
            </dd>
          </>
        )}
        <dt>{t('date')}</dt>
        <dd>{formatDay(start, time_zone)}</dd>
        <dt>{t('startTime')}</dt>
        <dd>{formatMoment(start, time_zone)}</dd>
        <dt>{t('endTime')}</dt>
        <dd>{end === null ? t('notAvailable') : formatMoment(end, time_zone)}</dd>
        {isForeignClock(start, time_zone) && (
          <>
            <dt>{t('timeZone')}</dt>
            <dd>{time_zone}</dd>
          </>
        )}
        <dt>{t('totalPrice')}</dt>
        <dd className={classes.figure}>{formatMoney(total_price, 'USD')}</dd>
        {order.cancelled_at && (
          <>
            <dt>{t('phase.cancelled')}</dt>
            <dd>{formatMoment(order.cancelled_at, time_zone)}</dd>
          </>
        )}
      </dl>
    </Paper>
  )
}
