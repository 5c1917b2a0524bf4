import type { OrderDetails } from '@keyhour/contract/orders'
import { Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatMoment, formatZone, isForeignClock, shownEnd } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { Breakdown } from '#web/ui/breakdown.tsx'

export function OrderDetailsCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const { date, start, end, time_zone, total_price, tax, tax_percent } = order
  const money = (cents: number) => formatMoney(cents, order.currency)
  const Office = localPlace(order.Office)
  const SubOffice = order.SubOffice && localPlace(order.SubOffice)
  return (
    <Paper withBorder p="lg">
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
        <dd>{formatMoment(date, time_zone)}</dd>
        <dt>{t('startTime')}</dt>
        <dd>{formatMoment(start, time_zone)}</dd>
        <dt>{t('endTime')}</dt>
        <dd>{end === null ? t('notAvailable') : formatMoment(shownEnd(end, time_zone), time_zone)}</dd>
        {isForeignClock(start, time_zone) && (
          <>
            <dt>{t('timeZone')}</dt>
            <dd>{formatZone(time_zone)}</dd>
          </>
        )}
        <dt>{t('totalPrice')}</dt>
        <dd className={classes.figure}>{money(total_price + tax)}</dd>
        {tax > 0 && (
          <dd className={classes.ofWhich}>
            <Breakdown
              summary={t('includingTax', { tax: money(tax) })}
              rows={[
                [t('price.price'), money(total_price)],
                [t('price.tax', { percent: tax_percent }), money(tax)],
              ]}
            />
          </dd>
        )}
        {order.cancelled_at && (
          <>
            <dt>{t(order.no_show ? 'phase.noShow' : 'phase.cancelled')}</dt>
            <dd>{formatMoment(order.cancelled_at, time_zone)}</dd>
          </>
        )}
      </dl>
    </Paper>
  )
}
