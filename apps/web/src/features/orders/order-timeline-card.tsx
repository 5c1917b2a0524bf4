import type { OrderDetails, OrderEvent } from '@keyhour/contract/orders'
import { Anchor, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { orderEventsQuery } from '#web/features/orders/api.ts'
import classes from '#web/features/orders/orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatMoment, formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { QueryView } from '#web/ui/query-view.tsx'

export function OrderTimelineCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const events = useQuery(orderEventsQuery(order.id))
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="md">
        {t('timeline')}
      </Title>
      <QueryView query={events} loading={t('loadingTimeline')}>
        {(list) => (
          <ol className={classes.timeline}>
            {list.map((event) => (
              <li key={`${event.at} ${event.kind}`} className={classes.event}>
                <Text fw={500}>
                  <What event={event} order={order} />
                </Text>
                <Text size="sm" c="dimmed">
                  {formatMoment(event.at, order.time_zone)}
                  {' · '}
                  <bdi>{event.actor_name ?? t('byItself')}</bdi>
                </Text>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Paper>
  )
}

type EventProps = { event: OrderEvent; order: OrderDetails }

function What({ event, order }: EventProps) {
  const { t } = useTranslation('orders')
  const { kind, door, amount, order_id } = event
  const moved = movedIn(event, order, t)
  if (moved) return moved
  if (kind === 'door opened' && door) return t('doorOpened', { door })
  const Ended = ENDS[kind]
  if (Ended) return <Ended event={event} order={order} />
  if (kind === 'paid' && amount) return t('paidWith', { amount: formatMoney(amount, order.currency) })
  if (kind === 'payment failed' && amount)
    return t('paymentFailed', { amount: formatMoney(amount, order.currency) })
  if (kind === 'went on' && order_id) return <ToOrder i18nKey="wentOn" id={order_id} />
  if (kind === 'came from' && order_id) return <ToOrder i18nKey="cameFrom" id={order_id} />
  return t(`event.${kind}`)
}

/** Where to, and to when. */
function movedIn(event: OrderEvent, { time_zone }: OrderDetails, t: TFunction<'orders'>): string | undefined {
  const { kind, start, end, space } = localPlace(event)
  const span = start && end ? formatSpan(start, end, time_zone) : undefined
  if (kind === 'moved' && span) return t('movedTo', { span })
  if (kind !== 'changed space' || !space) return undefined
  return t(span ? 'placeChangedTo' : 'spaceChangedTo', { space, span })
}

function Cancelled({ event: { refund, owed }, order }: EventProps) {
  const { t } = useTranslation('orders')
  const money = (cents: number) => formatMoney(cents, order.currency)
  if (owed) return t('cancelledOwing', { owed: money(owed) })
  return refund ? t('cancelledWith', { refund: money(refund) }) : t('event.cancelled')
}

function NoShow({ event: { refund, owed }, order }: EventProps) {
  const { t } = useTranslation('orders')
  const money = (cents: number) => formatMoney(cents, order.currency)
  if (owed) return t('noShowOwing', { owed: money(owed) })
  return refund ? t('noShowWith', { refund: money(refund) }) : t('event.no-show')
}

const ENDS: Partial<Record<OrderEvent['kind'], typeof Cancelled>> = {
  cancelled: Cancelled,
  'no-show': NoShow,
}

function ToOrder({ i18nKey, id }: { i18nKey: 'wentOn' | 'cameFrom'; id: number }) {
  const { t } = useTranslation('orders')
  return (
    <Trans
      t={t}
      i18nKey={i18nKey}
      values={{ id }}
      components={{ order: <Anchor component={Link} to={`/order/${id}`} /> }}
    />
  )
}
