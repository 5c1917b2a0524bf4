import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/orders/orders.module.css'
import { PhaseBadge } from '#web/features/orders/phase-badge.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, formatSpan, formatTime, withZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'

const placeOf = ({ Office, SubOffice }: OrderDetails): string =>
  spaceAndOffice(SubOffice && localPlace(SubOffice).name, localPlace(Office).name)

export function OrderCard({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const { id, start, end, time_zone, total_price, tax } = order
  const phase = phaseOf(order, now)
  const when =
    end === null
      ? t('fromOngoing', { from: formatDayAndTime(start, time_zone) })
      : formatSpan(start, end, time_zone)
  return (
    <li className={classes.order}>
      <div className={classes.words}>
        <Anchor component={Link} to={`/order/${id}`} fw={600}>
          {placeOf(order)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {withZone(when, start, time_zone)}
          {order.series_id && (
            <>
              {' '}
              <IconRepeat className={classes.mark} role="img" size={16} aria-label={t('ofSeries')} />
            </>
          )}
        </Text>
        {order.left > 0 && (
          <Text size="sm">{t('leftToPay', { amount: formatMoney(order.left, order.currency) })}</Text>
        )}
        {order.business && <Text size="sm">{t('onCompany', { company: order.business.name })}</Text>}
        {phase === 'active' && (
          <Text size="sm">{t('since', { time: formatTime(order.checked_in_at ?? start, time_zone) })}</Text>
        )}
      </div>
      <div className={classes.end}>
        <PhaseBadge order={order} now={now} />
        {/* A running visit is priced when it ends. */}
        {end !== null && (
          <Text className={classes.figure}>{formatMoney(total_price + tax, order.currency)}</Text>
        )}
      </div>
    </li>
  )
}
