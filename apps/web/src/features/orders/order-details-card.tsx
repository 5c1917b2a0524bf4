import type { OrderDetails } from '@keyhour/contract/orders'
import { Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, formatMoment, isForeignClock } from '#web/format/time.ts'

/** Where, when and for how much. */
export function OrderDetailsCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const { Office, SubOffice, start, end, time_zone, total_price, currency } = order
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
        {currency !== 'USD' && total_price > 0 && (
          <dd className={classes.charged}>
            {t('chargedAs', { amount: formatMoney(total_price, currency) })}
          </dd>
        )}
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
