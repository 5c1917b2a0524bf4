import type { HomePlace } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Group, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOfficeChanges } from '#web/api/live.ts'
import classes from '#web/app/home/home.module.css'
import { OrderHead } from '#web/app/home/order-head.tsx'
import { actionsOf } from '#web/app/order-actions.ts'
import { ChangeTimeButton, CheckInButton } from '#web/app/order-buttons.tsx'
import { homeQuery } from '#web/features/home/api.ts'
import { CheckOutButton } from '#web/features/visits/check-out-button.tsx'
import { OrderKeys } from '#web/features/visits/order-access-card.tsx'
import { formatLength, formatTime } from '#web/format/time.ts'

type Props = { order: OrderDetails; place: HomePlace | undefined; now: number }

/** A visit that goes on: the door, the time left, extend and check out. */
export function RunningCard({ order, place, now }: Props) {
  const { t } = useTranslation('home')
  const queryClient = useQueryClient()
  useOfficeChanges(
    order.Office.id,
    () => void queryClient.invalidateQueries({ queryKey: homeQuery.queryKey }),
  )
  const actions = actionsOf(order, now)
  return (
    <article className={classes.card} aria-label={t('running.label')}>
      <OrderHead order={order} place={place} now={now} badge={t('running.badge')} isFree />
      <div className={classes.body}>
        <TimeLeft order={order} now={now} />
        <OrderKeys order={order} isShort />
        <Group gap="sm" grow className={classes.buttons}>
          {actions.includes('checkIn') && <CheckInButton order={order} />}
          {actions.includes('changeTime') && <ChangeTimeButton order={order} now={now} />}
          {actions.includes('checkOut') && <CheckOutButton order={order} />}
        </Group>
      </div>
    </article>
  )
}

function TimeLeft({ order: { start, end, time_zone }, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('home')
  const from = Date.parse(start)
  if (end === null)
    return (
      <Text className={classes.figure}>
        {t('running.since', { length: formatLength(Math.max(0, now - from)) })}
      </Text>
    )
  const until = Date.parse(end)
  const left = t('running.left', { length: formatLength(until - now), time: formatTime(end, time_zone) })
  const share = Math.min(100, Math.max(0, ((now - from) / (until - from)) * 100))
  return (
    <div className={classes.left}>
      <Text className={classes.figure}>{left}</Text>
      <Progress value={share} color="free" aria-label={left} />
    </div>
  )
}
