import { hasBegun, isOver } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Series, SeriesScope } from '@keyhour/contract/series'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { seriesQuery } from '#web/features/series/api.ts'

export type ChosenScope = 'one' | SeriesScope

type Props = { order: OrderDetails; now: number; scope: ChosenScope; onChange: (scope: ChosenScope) => void }

/** Whether only this booking is meant, this and the following, or all. Nothing for one that is in no series. */
export function ScopeChoice({ order, now, scope, onChange }: Props) {
  const { t } = useTranslation('series')
  const { data: series } = useQuery({ ...seriesQuery(order.id), enabled: Boolean(order.series_id) })
  if (!order.series_id || !series) return null
  const counts = {
    following: countIn(series, order, 'following', now),
    all: countIn(series, order, 'all', now),
  }
  return (
    <Radio.Group label={t('scope.label')} value={scope} onChange={(next) => onChange(next as ChosenScope)}>
      <Stack gap="xs" mt="xs">
        <Radio value="one" label={t('scope.one')} />
        {counts.following > 0 && (
          <Radio value="following" label={t('scope.following', { count: counts.following })} />
        )}
        {counts.all > counts.following && <Radio value="all" label={t('scope.all', { count: counts.all })} />}
      </Stack>
    </Radio.Group>
  )
}

/** Only those that have not begun, as the server counts them. */
function countIn({ orders }: Series, { id, start }: OrderDetails, scope: SeriesScope, now: number): number {
  const coming = orders.filter(
    (order) => order.cancelled_at === null && !isOver(order, now) && !hasBegun(order, now),
  )
  if (scope === 'all') return coming.length
  return coming.filter((order) => order.id === id || Date.parse(order.start) > Date.parse(start)).length
}
