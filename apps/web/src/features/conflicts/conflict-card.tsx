import type { Conflict } from '@keyhour/contract/conflicts'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { keepOurs, keepTheirs, useConflictAnswer } from '#web/features/conflicts/api.ts'
import classes from '#web/features/conflicts/conflicts.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, formatSpan, viewerZone, withZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { conflict: Conflict; onMove: (orderId: number) => void }

/** Both sides next to each other, with what an admin can do about it or has done. */
export function ConflictCard({ conflict, onMove }: Props) {
  const { t } = useTranslation('conflicts')
  const { name, office_name } = localPlace(conflict)
  const placeId = useId()
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600} id={placeId}>
          <bdi>{`${name} · ${office_name}`}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('found', { at: formatDayAndTime(conflict.found_at, viewerZone()) })}
        </Text>
      </Group>
      <div className={classes.sides}>
        <Side heading={t('ours')}>
          <Order conflict={conflict} />
        </Side>
        <Side heading={t('theirs')}>
          <Event conflict={conflict} />
        </Side>
      </div>
      {conflict.answer === null ? (
        <Answers conflict={conflict} describedBy={placeId} onMove={onMove} />
      ) : (
        <Answered conflict={conflict} />
      )}
    </>
  )
}

function Side({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={classes.side}>
      <Text size="sm" c="dimmed" component="h2" fw={400}>
        {heading}
      </Text>
      {children}
    </section>
  )
}

function Order({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation('conflicts')
  const { pathname, search } = useLocation()
  const { order_id, order_start, order_end, time_zone, customer_name, paid, currency } = conflict
  return (
    <>
      <Text fw={600}>
        <Anchor component={Link} inherit to={`/order/${order_id}`} state={{ list: `${pathname}${search}` }}>
          {t('order', { id: order_id })}
        </Anchor>
      </Text>
      <Text>
        <bdi>{customer_name}</bdi>
      </Text>
      <Text>
        {order_end === null
          ? t('until', { start: formatDayAndTime(order_start, time_zone) })
          : withZone(formatSpan(order_start, order_end, time_zone), order_start, time_zone)}
      </Text>
      <Text size="sm">
        {conflict.is_cancelled
          ? t('cancelled')
          : paid > 0
            ? t('paid', { paid: formatMoney(paid, currency) })
            : t('unpaid')}
      </Text>
    </>
  )
}

function Event({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation('conflicts')
  const { kind, provider, calendar_name, event_title, event_start, event_end, time_zone } = conflict
  const source = t(`provider.${provider}`)
  return (
    <>
      {kind === 'refused' ? (
        <Text>{t('refused')}</Text>
      ) : (
        <Text fw={600} className={classes.eventTitle}>
          <bdi>{event_title ?? t('untitled')}</bdi>
        </Text>
      )}
      {event_start !== null && event_end !== null && (
        <Text>{withZone(formatSpan(event_start, event_end, time_zone), event_start, time_zone)}</Text>
      )}
      <Text size="sm">
        {source}
        {calendar_name !== null && (
          <>
            {' · '}
            <bdi>{calendar_name}</bdi>
          </>
        )}
      </Text>
    </>
  )
}

const complain = (error: Error) => notifyFailure(error)

function Answers({ conflict, describedBy, onMove }: Props & { describedBy: string }) {
  const { t } = useTranslation('conflicts')
  const { id, order_id, order_end, customer_name: customer, paid, currency } = conflict
  const ours = useConflictAnswer({
    mutationFn: () => keepOurs(id),
    onSuccess: () => notify(t('keptOurs', { id: order_id }), 'success'),
    onError: complain,
  })
  const theirs = useConflictAnswer({
    mutationFn: () => keepTheirs(conflict),
    onSuccess: () => notify(t('keptTheirs', { id: order_id }), 'success'),
    onError: complain,
  })
  const isBusy = ours.isPending || theirs.isPending
  const about = { id: order_id, customer, paid: formatMoney(paid, currency) }
  const askOurs = () => onceConfirmed({ message: t('confirmOurs', about) }, ours.mutate)
  const askTheirs = () => {
    const message = t(paid > 0 ? 'confirmTheirs' : 'confirmTheirsUnpaid', about)
    return onceConfirmed({ message, type: 'danger' }, theirs.mutate)
  }
  const common = { disabled: isBusy, 'aria-describedby': describedBy }
  return (
    <Group gap="sm" className={classes.answers}>
      <Button {...common} loading={ours.isPending} onClick={() => void askOurs()}>
        {t('action.ours')}
      </Button>
      {/* A visit without an end can only be checked out. */}
      {order_end !== null && (
        <>
          <Button {...common} onClick={() => onMove(order_id)}>
            {t('action.move')}
          </Button>
          <Button {...common} c="var(--danger)" loading={theirs.isPending} onClick={() => void askTheirs()}>
            {t('action.theirs')}
          </Button>
        </>
      )}
    </Group>
  )
}

function Answered({ conflict: { answer, answered_at, answered_by_name } }: { conflict: Conflict }) {
  const { t } = useTranslation('conflicts')
  const at = formatDayAndTime(answered_at!, viewerZone())
  return (
    <Group gap="sm">
      <Badge variant="light" tt="none" color="gray" className={classes.badge}>
        {t(`answer.${answer!}`)}
      </Badge>
      <Text size="sm" c="dimmed">
        {answered_by_name === null ? at : t('answeredBy', { at, name: answered_by_name })}
      </Text>
    </Group>
  )
}
