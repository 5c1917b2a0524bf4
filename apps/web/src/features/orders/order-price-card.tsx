import type { OrderDetails } from '@keyhour/contract/orders'
import { Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OrderCharges } from '#web/features/charges/order-charges.tsx'
import classes from '#web/features/orders/orders.module.css'
import { PayRest } from '#web/features/orders/pay-rest.tsx'
import { isWaiting, paymentLabel } from '#web/features/orders/rules.ts'
import { formatMoney } from '#web/format/money.ts'

/** Price, payments and refunds in the currency of the office. */
export function OrderPriceCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const money = (cents: number) => formatMoney(cents, order.currency)
  const isOpen = order.end === null
  const rows: [label: string, cents: number, isShown: boolean][] = [
    [t('price.price'), order.total_price, true],
    [t('price.tax'), order.tax, true],
    [t('price.total'), order.total_price + order.tax, true],
    [t('price.credits'), order.paid_with_credits, order.paid_with_credits > 0],
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
        <Text>{t('price.atCheckOut', { rate: money(order.base_price) })}</Text>
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
      <PayRest order={order} />
      <OrderCharges order={order} />
    </Paper>
  )
}
