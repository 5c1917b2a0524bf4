import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushDeviceQuery, useTurnDevice } from '#web/features/push/api.ts'
import { notify } from '#web/ui/notifications.tsx'

const DECLINED = 'push_declined'

/** After a booking. The browser asks only when the button is pressed, and we ask once. */
export function PushOffer({ userId }: { userId: number }) {
  const { t } = useTranslation('push')
  const [declined, setDeclined] = useState(() => localStorage.getItem(DECLINED) !== null)
  const { data: state } = useQuery(pushDeviceQuery(userId))
  const { on } = useTurnDevice(userId)
  if (declined || state !== 'off') return null

  function decline() {
    localStorage.setItem(DECLINED, 'yes')
    setDeclined(true)
  }

  return (
    <Alert
      color="gray"
      variant="light"
      mb="md"
      icon={<IconBell aria-hidden size={20} />}
      title={t('offer.title')}
    >
      <Group justify="space-between" gap="sm">
        <Text>{t('offer.text')}</Text>
        <Group gap="sm">
          <Button
            loading={on.isPending}
            onClick={() =>
              on.mutate(undefined, {
                onSuccess: (isOn) => (isOn ? notify(t('isOn'), 'success') : decline()),
                onError: () => notify(t('failed'), 'error'),
              })
            }
          >
            {t('turnOn')}
          </Button>
          <Button variant="subtle" color="gray" onClick={decline}>
            {t('offer.later')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
