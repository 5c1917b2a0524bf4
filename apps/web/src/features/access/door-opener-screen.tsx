import type { BluetoothLock } from '@keyhour/contract/status'
import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconBluetooth, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { bluetoothLockQuery } from '#web/features/access/api.ts'
import { findBluetooth } from '#web/features/access/bluetooth-lock.ts'
import { useBluetoothDoor } from '#web/features/access/use-bluetooth-door.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const NARROW = 560

export function DoorOpenerScreen() {
  const { t } = useTranslation('access')
  const { signedIn } = useSession()
  const lock = useQuery(bluetoothLockQuery)
  return (
    <Page title={t('doorOpener')}>
      <Stack maw={NARROW} gap="md">
        <QueryView query={lock}>{(settings) => <Door lock={settings} />}</QueryView>
        <Group gap="lg">
          <Anchor component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
            {signedIn ? t('toDashboard') : t('toSignIn')}
          </Anchor>
          <Anchor href="/">{t('home')}</Anchor>
        </Group>
      </Stack>
    </Page>
  )
}

function Door({ lock }: { lock: BluetoothLock }) {
  const { t } = useTranslation('access')
  const bluetooth = findBluetooth()
  const isThere = useAvailability()
  const { status, problem, connect, open, canConnect, canOpen, isWorking } = useBluetoothDoor(lock)
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Text fw={600} fz="lg" role="status" aria-busy={isWorking}>
          {t(`status.${status}`)}
        </Text>
        <Button
          size="lg"
          variant={canOpen ? 'default' : 'filled'}
          leftSection={<IconBluetooth aria-hidden size={22} />}
          disabled={!bluetooth || !canConnect}
          onClick={() => void connect()}
        >
          {t('connectToDoor')}
        </Button>
        <Button
          size="lg"
          variant={canOpen ? 'filled' : 'default'}
          leftSection={<IconLockOpen aria-hidden size={22} />}
          disabled={!canOpen}
          onClick={() => void open()}
        >
          {t('openDoor')}
        </Button>
        {problem && (
          <Alert color="danger" variant="light" role="alert">
            {t(`trouble.${problem}`)}
          </Alert>
        )}
        <Text c="dimmed">{t(bluetooth ? (isThere ? 'howTo' : 'noAdapter') : 'browserCannot')}</Text>
      </Stack>
    </Paper>
  )
}

/** Assumes that the device has Bluetooth until it says otherwise. */
function useAvailability(): boolean {
  const [isThere, setThere] = useState(true)
  useEffect(() => {
    const bluetooth = findBluetooth()
    if (!bluetooth) return
    const look = () => void bluetooth.getAvailability().then(setThere, () => undefined)
    look()
    bluetooth.addEventListener('availabilitychanged', look)
    return () => bluetooth.removeEventListener('availabilitychanged', look)
  }, [])
  return isThere
}
