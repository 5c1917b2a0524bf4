import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Day } from '#web/features/availability/use-day.ts'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { useCardName } from '#web/features/charges/use-card-name.ts'
import { usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { useStartVisit } from '#web/features/visits/api.ts'
import { canStartNow } from '#web/features/visits/rules.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

const LOOK_MS = 15_000
const WAYS = ['saved', 'later'] as const

type Props = {
  space: SpaceRef
  name: string
  day: Day
  onStarted: (order: OrderDetails, words: string) => void
}

/** Start a visit without a booking, and pay for its length afterwards. Only while the space is free for half an hour. */
export function StartNow({ space, name, day: { query, halves }, onStarted }: Props) {
  const { t } = useTranslation('booking')
  const start = useStartVisit()
  const cardName = useCardName()
  const now = useNow(LOOK_MS)
  const { rent_type, reason } = query.data ?? {}
  const isOffered = rent_type === 'hour' && !reason && halves !== undefined && canStartNow(halves, now)
  const payment = usePayChoice(isOffered, WAYS)
  if (!isOffered) return null
  const card = payment?.way === 'saved' ? payment.saved : undefined

  async function ask() {
    const message = card
      ? t('startNow.questionWithCard', { name, card: cardName(card) })
      : t('startNow.question', { name })
    try {
      await confirm({ message, type: 'message' })
    } catch (error) {
      if (error instanceof Declined) return
      throw error
    }
    start.mutate(
      { ...space, ...(card && { pay_by: 'saved_card' }) },
      {
        onSuccess: (order) => onStarted(order, t('startNow.success')),
        onError: (error) => notifyFailure(error),
      },
    )
  }

  return (
    <Stack gap={8}>
      <Text size="sm" c="dimmed">
        {t('startNow.text')}
      </Text>
      {payment && <PayChoice label={t('startNow.payBy')} {...payment} />}
      <Button onClick={() => void ask()} loading={start.isPending}>
        {t('startNow.action')}
      </Button>
    </Stack>
  )
}
