import type { OwnerOffice, OwnerOrder } from '@keyhour/contract/owners'
import { Anchor, Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type LinkProps = { officeId: number; orderId: number | null; children: ReactNode }

/** Opens the panel of the order beside the screen. */
export function OrderLink({ officeId, orderId, children }: LinkProps) {
  const [search] = useSearchParams()
  const address = new URLSearchParams(search)
  address.set('office', String(officeId))
  address.set('order', String(orderId))
  return (
    <Anchor component={Link} to={{ search: String(address) }} inherit>
      {children}
    </Anchor>
  )
}

const COLORS = {
  waiting: 'brass',
  coming: 'gray',
  active: 'free',
  past: 'gray',
  cancelled: 'danger',
} as const

export function OrderState({ order }: { order: OwnerOrder }) {
  const { t } = useTranslation('owners')
  const { state, no_show, kept, currency } = order
  return (
    <Badge color={COLORS[state]}>
      {state === 'cancelled' && kept > 0
        ? t(no_show ? 'orders.noShowKept' : 'orders.kept', { amount: formatMoney(kept, currency) })
        : t(`orderState.${no_show ? 'noShow' : state}`)}
    </Badge>
  )
}

export function OrderCustomer({ order: { customer, phone } }: { order: OwnerOrder }) {
  const { t } = useTranslation('owners')
  return (
    <>
      <bdi>{customer ?? t('deletedCustomer')}</bdi>{' '}
      {phone !== null && (
        <Anchor href={`tel:${phone}`} dir="ltr" size="sm">
          {phone}
        </Anchor>
      )}
    </>
  )
}

export const orderTimes = (
  { start, end }: OwnerOrder,
  { time_zone }: OwnerOffice,
  t: TFunction<'owners'>,
): string =>
  end === null
    ? t('orders.since', { from: formatDayAndTime(start, time_zone) })
    : formatSpan(start, end, time_zone)

export const orderSpace = (
  { sub_office_name, sub_office_name_he }: OwnerOrder,
  t: TFunction<'owners'>,
): string => localPlace({ name: sub_office_name, name_he: sub_office_name_he }).name ?? t('close.wholeOffice')
