import type { OrderAccess } from '@keyhour/contract/access'
import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Alert, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { orderAccessQuery } from '#web/features/access/api.ts'
import { hasNothing, isNear } from '#web/features/visits/access-rules.ts'
import { CheckInDeadline } from '#web/features/visits/check-in-deadline.tsx'
import { DoorCode } from '#web/features/visits/door-code.tsx'
import { keepAccess } from '#web/features/visits/kept-booking.ts'
import { OrderDoors } from '#web/features/visits/order-doors.tsx'
import { OrderWifi } from '#web/features/visits/order-wifi.tsx'
import { accessFrom } from '#web/features/visits/rules.ts'
import { formatCountdown, formatLength, formatTime, withZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { useNextMoment, useNow } from '#web/ui/now.ts'
import { QueryView } from '#web/ui/query-view.tsx'

const SECOND_MS = 1_000
/** While a code is being installed. */
const PREPARING_MS = 2_000
const READY_MS = 30_000

/** Doors, code and Wi-Fi of an order that has not ended. */
export function OrderAccessCard({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const phase = phaseOf(order, now)
  if (phase === 'past' || phase === 'cancelled') return null
  return (
    <Paper withBorder p="lg">
      <Group gap={8} mb="sm">
        <IconKey aria-hidden size={20} />
        <Title order={2} size="h4">
          {t('access.title')}
        </Title>
      </Group>
      {Date.parse(accessFrom(order)) <= now && <CheckInDeadline order={order} now={now} />}
      <OrderKeys order={order} isPinned />
    </Paper>
  )
}

type KeysProps = {
  order: OrderDetails
  isPinned?: boolean
  /** Without the Wi-Fi. */
  isShort?: boolean
}

/** How to get in: a countdown, or from 10 minutes before the start doors, code and Wi-Fi. */
export function OrderKeys({ order, isPinned = false, isShort = false }: KeysProps) {
  const from = Date.parse(accessFrom(order))
  const now = useNow(SECOND_MS)
  return from <= now ? (
    <Access order={order} isPinned={isPinned} isShort={isShort} />
  ) : (
    <Countdown order={order} leftMs={from - now} />
  )
}

function Countdown({ order, leftMs }: { order: OrderDetails; leftMs: number }) {
  const { t } = useTranslation(['access', 'orders'])
  const from = accessFrom(order)
  const time = withZone(formatTime(from, order.time_zone), from, order.time_zone)
  const left = isNear(leftMs) ? formatCountdown(leftMs) : formatLength(leftMs)
  return (
    <Stack gap={4}>
      <Text fw={600} ff="var(--font)" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('order.opensIn', { left, time })}
      </Text>
      <Text c="dimmed">{t('access.later', { ns: 'orders' })}</Text>
    </Stack>
  )
}

function Access({ order, isPinned, isShort }: Required<KeysProps>) {
  const { t } = useTranslation('access')
  const queryClient = useQueryClient()
  const query = orderAccessQuery({ order })
  const access = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data?.state === 'requested' ? PREPARING_MS : READY_MS),
  })
  useEffect(() => {
    if (access.data) keepAccess(order, access.data)
  }, [order, access.data])
  useNextMoment([access.data?.until ?? null], () => {
    void queryClient.invalidateQueries({ queryKey: query.queryKey })
  })
  return (
    <QueryView query={access} loading={t('order.loading')}>
      {(given) => <Given order={order} access={given} isPinned={isPinned} isShort={isShort} />}
    </QueryView>
  )
}

function Given({ order, access, isPinned, isShort }: Required<KeysProps> & { access: OrderAccess }) {
  const { t } = useTranslation('orders')
  const isOwn = useUser()?.id === order.user_id
  if (hasNothing(access)) return <Text>{t('access.askThere')}</Text>
  return (
    <Stack gap="lg">
      <GrantNote access={access} />
      <OrderDoors order={order} doors={access.doors} isOwn={isOwn} isPinned={isPinned} />
      {access.door_code !== null && <DoorCode code={access.door_code} />}
      {access.wifi_name !== null && isOwn && !isShort && (
        <OrderWifi name={access.wifi_name} password={access.wifi_password} />
      )}
    </Stack>
  )
}

/** Shown while the code is being installed, or after that has failed. */
function GrantNote({ access: { state, failure } }: { access: OrderAccess }) {
  const { t } = useTranslation('access')
  if (state === 'requested')
    return (
      <Group gap="sm" wrap="nowrap" role="status">
        <Loader size="sm" />
        <Text>{t('order.preparing')}</Text>
      </Group>
    )
  if (state === 'failed')
    return (
      <Alert color="danger" variant="light">
        <Text>{t('order.failed')}</Text>
        {failure && <Text size="sm">{serverText(failure)}</Text>}
      </Alert>
    )
  return null
}
