import { durationOf, orderRow, shownAmount } from '@keyhour/contract/order-row'
import type { AdminOrder } from '@keyhour/contract/orders'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentLabel } from '#web/features/orders/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatMoment, withZone } from '#web/format/time.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

type T = TFunction<'orders'>
const momentThere = (instant: string, zone: string) => withZone(formatMoment(instant, zone), instant, zone)
const dollars = (cents: number) => formatMoney(cents, 'USD')

function durationText({ start, end }: AdminOrder, t: T): string {
  const duration = durationOf(start, end)
  if (duration === 'unknown') return t('notAvailable')
  if (duration === 'invalid') return t('invalidRange')
  return t(`duration.${duration.unit}`, { amount: shownAmount(duration) })
}

function columns(t: T): Column<AdminOrder>[] {
  return [
    { key: 'id', heading: t('column.orderId'), cell: ({ id }) => id, numeric: true },
    {
      key: 'date',
      heading: t('column.orderDate'),
      cell: ({ date, time_zone }) => momentThere(date, time_zone),
    },
    {
      key: 'start',
      heading: t('column.serviceStart'),
      cell: ({ start, time_zone }) => momentThere(start, time_zone),
    },
    {
      key: 'end',
      heading: t('column.serviceEnd'),
      cell: ({ end, time_zone }) => (end === null ? t('ongoing') : momentThere(end, time_zone)),
    },
    { key: 'duration', heading: t('column.serviceDuration'), cell: (order) => durationText(order, t) },
    { key: 'office', heading: t('column.officeName'), cell: ({ officeName }) => officeName },
    {
      key: 'subOffice',
      heading: t('column.subOfficeName'),
      cell: (order) => order.subOfficeName ?? t('notAvailable'),
    },
    { key: 'userId', heading: t('column.userId'), cell: ({ user_id }) => user_id, numeric: true },
    { key: 'userName', heading: t('column.userName'), cell: ({ userName }) => userName },
    { key: 'userEmail', heading: t('column.userEmail'), cell: ({ userEmail }) => userEmail },
    {
      key: 'phone',
      heading: t('column.userPhone'),
      cell: (order) => order.userPhoneNumber ?? t('notAvailable'),
    },
    {
      key: 'base',
      heading: t('column.basePrice'),
      cell: (order) => dollars(order.basePricePerHourOrDay),
      numeric: true,
    },
    {
      key: 'price',
      heading: t('column.subOfficePrice'),
      cell: (order) => dollars(orderRow(order).subOfficeServicePrice),
      numeric: true,
    },
    {
      key: 'taxes',
      heading: t('column.taxes'),
      cell: (order) => dollars(orderRow(order).taxes),
      numeric: true,
    },
    {
      key: 'billed',
      heading: t('column.totalBilled'),
      cell: (order) => dollars(orderRow(order).totalAmountBilledToCustomer),
      numeric: true,
    },
    {
      key: 'commission',
      heading: t('column.commission'),
      cell: (order) => dollars(orderRow(order).companyCommission),
      numeric: true,
    },
    {
      key: 'net',
      heading: t('column.net'),
      cell: (order) => dollars(orderRow(order).netAmountToSubOffice),
      numeric: true,
    },
    {
      key: 'payment',
      heading: t('column.payment'),
      cell: (order) => t(`payment.${paymentLabel(order.payment_status)}`),
    },
  ]
}

export function AllOrdersTable({ orders }: { orders: AdminOrder[] }) {
  const { t } = useTranslation('orders')
  const all = useMemo(() => columns(t), [t])
  return <DataTable caption={t('allOrders')} columns={all} rows={orders} rowKey={({ id }) => id} />
}
