import type { OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import { Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { NoShowRule } from '#web/features/availability/no-show-rule.tsx'
import { OrderCharges } from '#web/features/charges/order-charges.tsx'
import classes from '#web/features/orders/orders.module.css'
import { PayRest } from '#web/features/orders/pay-rest.tsx'
import { isWaiting, paymentLabel } from '#web/features/orders/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime } from '#web/format/time.ts'

/** What the customer pays, payments and refunds. The part that is tax is shown with the total price. */
export function OrderPriceCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const money = (cents: number) => formatMoney(cents, order.currency)
  const isOpen = order.end === null
  const rows: [label: string, cents: number, isShown: boolean][] = [
    [t('price.total'), order.total_price + order.tax, true],
    [
      order.business ? t('price.ofCompany', { company: order.business.name }) : t('price.credits'),
      order.paid_with_credits,
      order.paid_with_credits > 0,
    ],
    [t('price.card'), order.paid_by_card, order.paid_by_card > 0],
    [t('price.otherwise'), order.paid_otherwise, order.paid_otherwise > 0],
    [t('price.refunded'), order.refunded, order.refunded > 0],
    [t('price.kept'), order.kept, order.kept > 0],
    [t('price.left'), order.left, order.cancelled_at === null || order.left > 0],
  ]
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="md">
        {t('price.title')}
      </Title>
      {isOpen ? (
        <Text>{t('price.atCheckOut', { rate: money(withTax(order.base_price, order.tax_percent)) })}</Text>
      ) : (
        <dl className={classes.sums}>
          {rows
            .filter(([, , isShown]) => isShown)
            .map(([label, cents]) => (
              <div key={label} className={classes.sum}>
                <dt>{label}</dt>
                <dd>{money(cents)}</dd>
              </div>
            ))}
        </dl>
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t('price.status', {
          status: isWaiting(order) ? t('waiting.badge') : t(`payment.${paymentLabel(order.payment_status)}`),
        })}
      </Text>
      <Terms order={order} />
      <PayRest order={order} />
      <OrderCharges order={order} />
    </Paper>
  )
}

/** Until when cancelling is free, and what it costs later. */
function Terms({ order: { terms, start, end, time_zone, cancelled_at } }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  if (!terms || end === null || cancelled_at !== null || Date.parse(start) <= nowMs()) return null
  const percent = terms.late_refund_percent
  const free = { time: formatDayAndTime(terms.free_until, time_zone) }
  const isFree = Date.parse(terms.free_until) > nowMs()
  const later = percent > 0 ? t('terms.part', { percent }) : t('terms.nothing')
  return (
    <>
      <Text size="sm" c="dimmed" mt="xs">
        {isFree ? `${t('terms.free', free)} ${t('terms.then')} ${later}` : `${t('terms.late')} ${later}`}
      </Text>
      <NoShowRule terms={terms.no_show} size="sm" c="dimmed" mt="xs" />
    </>
  )
}
