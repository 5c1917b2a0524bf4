import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { OrderInTheWay } from '@keyhour/contract/closures'
import type { ErrorBody } from '@keyhour/contract/errors'
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/closures/closures.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, formatSpan } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export type Decision = 'keep' | 'cancel'
type Props = {
  /** `hasChanged`: the orders are not those that were listed before. */
  refusal: ErrorBody & { orders: OrderInTheWay[]; hasChanged: boolean }
  office: AdminOffice
  /** The decision that is being sent. */
  pending: Decision | null
  onDecide: (decision: Decision) => void
  onBack: () => void
}

export function ClosureOrders({ refusal, office, pending, onDecide, onBack }: Props) {
  const { t } = useTranslation('admin-offices')
  const { orders, orders_in_the_way: count = orders.length, orders_key, detail, hasChanged } = refusal
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers read the heading after a click and when the list changes.
  useEffect(() => {
    if (orders_key !== undefined) heading.current?.focus()
  }, [orders_key])

  const running = orders.filter(({ is_running }) => is_running).length
  const canCancel = running < orders.length
  const more = count - orders.length
  return (
    <section className={classes.inTheWay} aria-labelledby={headingId}>
      <Title order={5} ref={heading} id={headingId} tabIndex={-1}>
        {t('closures.orders.title', { count })}
      </Title>
      {hasChanged && typeof detail === 'string' && <Text size="sm">{serverText(detail)}</Text>}
      <ul className={classes.closureList}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} office={office} />
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('closures.orders.more', { count: more })}</Text>}
      {canCancel && <Text size="sm">{t('closures.orders.whatCancelling')}</Text>}
      {running > 0 && <Text size="sm">{t('closures.orders.runningStay')}</Text>}
      <Group gap="sm">
        {canCancel && (
          <Button
            color="danger"
            variant="filled"
            loading={pending === 'cancel'}
            disabled={pending === 'keep'}
            onClick={() => onDecide('cancel')}
          >
            {t('closures.orders.cancel')}
          </Button>
        )}
        <Button loading={pending === 'keep'} disabled={pending === 'cancel'} onClick={() => onDecide('keep')}>
          {t('closures.orders.keep')}
        </Button>
        <Button variant="subtle" disabled={pending !== null} onClick={onBack}>
          {t('closures.orders.back')}
        </Button>
      </Group>
    </section>
  )
}

function OrderRow({ order, office }: { order: OrderInTheWay; office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const { id, user_name, user_email, start, end, sub_office_name, sub_office_name_he } = order
  const space = localPlace({ name: sub_office_name, name_he: sub_office_name_he })
  const name = space.name ?? localPlace(office).name
  return (
    <li className={classes.closure}>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{user_name}</bdi>
        </Text>
        <SoftText>
          <bdi>{user_email}</bdi>
        </SoftText>
        <Text size="sm">
          {end === null
            ? t('closures.orders.since', { from: formatDayAndTime(start, office.time_zone) })
            : formatSpan(start, end, office.time_zone)}
          {' · '}
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" fw={500}>
          {refundText(order)}
        </Text>
      </div>
      <Anchor size="sm" href={`/order/${id}`} target="_blank" rel="noopener">
        {t('closures.orders.order', { id })}
      </Anchor>
    </li>
  )

  function refundText({ is_running, refund, currency }: OrderInTheWay): string {
    if (is_running) return t('closures.orders.running')
    if (refund === 0) return t('closures.orders.nothingPaid')
    return t('closures.orders.refund', { amount: formatMoney(refund, currency) })
  }
}
