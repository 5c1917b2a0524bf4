import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Day } from '#web/features/availability/use-day.ts'
import { useStartVisit } from '#web/features/visits/api.ts'
import { freeNow } from '#web/features/visits/rules.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/now.ts'

const LOOK_MS = 15_000

type Props = {
  space: SpaceRef
  name: string
  day: Day
  onStarted: (order: OrderDetails, words: string) => void
}

/** Start a visit without a booking, and pay for its length afterwards. Only while the space is free. */
export function StartNow({ space, name, day: { query, halves }, onStarted }: Props) {
  const { t } = useTranslation('booking')
  const start = useStartVisit()
  const now = useNow(LOOK_MS)
  if (!halves || !query.data || query.data.rent_type === 'day' || query.data.reason) return null
  if (!freeNow(halves, now)) return null

  async function ask() {
    try {
      await confirm({ message: t('startNow.question', { name }), type: 'message' })
    } catch (error) {
      if (error instanceof Declined) return
      throw error
    }
    start.mutate(space, {
      onSuccess: (order) => onStarted(order, t('startNow.success')),
      onError: (error) => notify(refusalText(error), 'error'),
    })
  }

  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {t('startNow.text')}
      </Text>
      <Button onClick={() => void ask()} loading={start.isPending}>
        {t('startNow.action')}
      </Button>
    </Stack>
  )
}
