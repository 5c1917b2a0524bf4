import type { AdminOrder } from '@keyhour/contract/all-orders'
import { durationOf, type OrderRow, orderRow, shownAmount } from '@keyhour/contract/order-row'
import { COMMISSION_PERCENT, TAX_PERCENT } from '@keyhour/contract/orders'
import { Anchor, Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/all-orders/all-orders.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, withZone } from '#web/format/time.ts'

/** In the order of the specification. */
export const ORDER_COLUMNS = [
  'id',
  'date',
  'start',
  'end',
  'duration',
  'office',
  'sub_office',
  'user_id',
  'user_name',
  'user_email',
  'user_phone',
  'base_price',
  'price',
  'taxes',
  'billed',
  'commission',
  'net',
  'payment_status',
] as const
export type ColumnName = (typeof ORDER_COLUMNS)[number]

type T = TFunction<'admin-orders'>
type Cells = Record<ColumnName, ReactNode>

const momentThere = (instant: string, zone: string) =>
  withZone(formatDayAndTime(instant, zone), instant, zone)

function durationText({ start, end }: AdminOrder, t: T): string {
  const duration = durationOf(start, end)
  if (duration === 'unknown') return t('notAvailable')
  if (duration === 'invalid') return t('invalidRange')
  return t(`duration.${duration.unit}`, { amount: shownAmount(duration) })
}

/** A rate other than the one in the heading is named with its amount. */
function sumsOf({ basePricePerHourOrDay, currency, ...order }: AdminOrder, row: OrderRow, t: T) {
  const money = (cents: number) => formatMoney(cents, currency)
  const atRate = (amount: string, percent: number, usual: number) =>
    percent === usual ? amount : t('atRate', { amount, percent })
  return {
    base_price: money(basePricePerHourOrDay),
    price: money(row.subOfficeServicePrice),
    taxes: atRate(money(row.taxes), order.tax_percent, TAX_PERCENT),
    billed: money(row.totalAmountBilledToCustomer),
    commission: atRate(money(row.companyCommission), order.commission_percent, COMMISSION_PERCENT),
    net: money(row.netAmountToSubOffice),
  }
}

/** What is left to pay is named where it is not the whole bill. */
function paymentText({ owed, currency }: AdminOrder, row: OrderRow, t: T): string {
  const payment = t(`payment.${row.paymentStatusAndMethod}`)
  if (owed === 0 || owed === row.totalAmountBilledToCustomer) return payment
  return t('paymentLeft', { payment, amount: formatMoney(owed, currency) })
}

const fateOf = ({ went_on, no_show }: AdminOrder, t: T): string =>
  went_on ? t('moved') : t(no_show ? 'noShow' : 'cancelled')

export function cellsOf(order: AdminOrder, list: string, t: T): Cells {
  const row = orderRow(order)
  const there = (instant: string) => momentThere(instant, order.time_zone)
  return {
    id: (
      <span className={classes.number}>
        <Anchor component={Link} to={`/order/${order.id}`} state={{ list }} inherit>
          {order.id}
        </Anchor>
        {order.cancelled_at !== null && (
          <Badge className={classes.fate} size="sm" color={order.went_on ? 'gray' : 'danger'}>
            {fateOf(order, t)}
          </Badge>
        )}
        {order.cancelled_at === null && order.pay_until !== null && (
          <Badge className={classes.fate} size="sm" color="brass">
            {t('waiting')}
          </Badge>
        )}
      </span>
    ),
    date: there(order.date),
    start: there(order.start),
    end: order.end === null ? t('ongoing') : there(order.end),
    duration: durationText(order, t),
    office: order.officeName,
    sub_office: order.subOfficeName ?? t('notAvailable'),
    user_id: order.user_id,
    user_name: order.userName,
    user_email: order.userEmail,
    user_phone: order.userPhoneNumber ?? t('notAvailable'),
    ...sumsOf(order, row, t),
    payment_status: paymentText(order, row, t),
  }
}
