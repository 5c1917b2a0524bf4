import { Button, Group, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pushDeviceQuery, useTurnDevice } from '#web/features/push/api.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

/** Whether this device shows messages, and the button that asks for it. */
export function PushDevice({ userId }: { userId: number }) {
  const { t } = useTranslation('push')
  const { data: state } = useQuery(pushDeviceQuery(userId))
  const turn = useTurnDevice(userId)
  if (state === undefined) return null
  if (state === 'unsupported') return <Text>{t('unsupported')}</Text>
  if (state === 'install-first') return <Text>{t('installFirst')}</Text>
  if (state === 'denied') return <Text>{t('denied')}</Text>
  const isOn = state === 'on'
  const { mutate, isPending } = isOn ? turn.off : turn.on
  return (
    <>
      <FailureAlert text={turn.on.isError ? t('failed') : null} />
      <Group justify="space-between" gap="sm">
        <Text role="status">{t(isOn ? 'isOn' : 'isOff')}</Text>
        <Button
          leftSection={isOn ? <IconBellOff aria-hidden size={18} /> : <IconBell aria-hidden size={18} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t(isOn ? 'turnOff' : 'turnOn')}
        </Button>
      </Group>
    </>
  )
}
