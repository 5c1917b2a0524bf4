import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { userOrdersQuery } from '#web/features/admin-users/api.ts'
import { PagedPart } from '#web/features/admin-users/paged-part.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, formatSpan, withZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export function UserOrders({ id }: { id: number }) {
  const { t } = useTranslation('admin-users')
  return (
    <PagedPart
      query={(page) => userOrdersQuery(id, page)}
      label={t('drawer.tab.orders')}
      empty={t('drawer.noOrders')}
    >
      {(order) => <Order order={order} />}
    </PagedPart>
  )
}

function Order({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('admin-users')
  const { id, Office, SubOffice, start, end, time_zone, total_price, currency, cancelled_at, pay_until } =
    order
  const when = end === null ? formatDayAndTime(start, time_zone) : formatSpan(start, end, time_zone)
  return (
    <>
      <div className={classes.words}>
        <Anchor component={Link} to={`/order/${id}`}>
          {spaceAndOffice(SubOffice && localPlace(SubOffice).name, localPlace(Office).name)}
        </Anchor>
        <SoftText>{withZone(when, start, time_zone)}</SoftText>
        {order.left > 0 && (
          <SoftText>{t('drawer.leftToPay', { amount: formatMoney(order.left, currency) })}</SoftText>
        )}
        {cancelled_at === null && pay_until !== null && (
          <Badge size="sm" color="brass">
            {t('drawer.waiting')}
          </Badge>
        )}
        {(cancelled_at !== null || end === null) && (
          <Badge size="sm" color="gray">
            {cancelled_at === null ? t('drawer.ongoing') : t('drawer.cancelled')}
          </Badge>
        )}
      </div>
      <span className={classes.figure}>{formatMoney(total_price + order.tax, currency)}</span>
    </>
  )
}
