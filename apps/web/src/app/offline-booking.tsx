import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { OrderPlace } from '#web/features/orders/order-place.tsx'
import { DoorCode } from '#web/features/visits/door-code.tsx'
import type { KeptBooking } from '#web/features/visits/kept-booking.ts'
import { OrderWifi } from '#web/features/visits/order-wifi.tsx'
import { formatMoment, formatTime, viewerZone } from '#web/format/time.ts'
import { Directions } from '#web/ui/directions.tsx'
import { useNow } from '#web/ui/now.ts'

type Props = { kept: KeptBooking; retry: () => void; isRetrying: boolean }

const STEP_MS = 10_000
const RETRY_MS = 20_000
const DAY_MS = 86_400_000

/** The booking that was kept: when, where, and how to get in. */
export function OfflineBooking({ kept, retry, isRetrying }: Props) {
  const now = useNow(STEP_MS)
  useRetries(retry)
  return (
    <Stack gap="md">
      <OfflineNote asOf={kept.asOf} retry={retry} isRetrying={isRetrying} />
      <Booking kept={kept} now={now} />
    </Stack>
  )
}

/** A page that starts without a connection is not told by the queries when there is one. */
function useRetries(retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    const look = () => again()
    const timer = setInterval(look, RETRY_MS)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [])
}

function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

function OfflineNote({ asOf, retry, isRetrying }: { asOf: number } & Pick<Props, 'retry' | 'isRetrying'>) {
  const { t } = useTranslation(['offline', 'ui'])
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  const moment = new Date(asOf).toISOString()
  const time = (nowMs() - asOf < DAY_MS ? formatTime : formatMoment)(moment, viewerZone())
  return (
    <Alert color="gray" variant="light" role="status" icon={<IconCloudOff aria-hidden size={20} />}>
      <Group justify="space-between" gap="sm">
        <Text fw={500}>{isOnline ? t('unreachable', { time }) : t('offline', { time })}</Text>
        <Button onClick={retry} loading={isRetrying}>
          {t('retry', { ns: 'ui' })}
        </Button>
      </Group>
    </Alert>
  )
}

function Booking({ kept: { order, place, access }, now }: { kept: KeptBooking; now: number }) {
  const { t } = useTranslation(['offline', 'orders', 'access'])
  return (
    <Paper withBorder p="lg" component="article" aria-label={t('booking')}>
      <Stack gap="lg">
        <div>
          <OrderPlace order={order} place={place} now={now} />
        </div>
        {access?.door_code && <DoorCode code={access.door_code} />}
        {access?.wifi_name && <OrderWifi name={access.wifi_name} password={access.wifi_password} />}
        <Text c="dimmed">{access?.door_code ? t('doorsNeedConnection') : t('noCodeYet')}</Text>
        {place && (
          <Group>
            <Directions lat={place.lat} lon={place.lon} label={t('directions', { ns: 'orders' })} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
