import type { OrderDetails } from '@keyhour/contract/orders'
import type { SeriesRefund, SeriesScope } from '@keyhour/contract/series'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { seriesRefundQuery, useCancelSeries } from '#web/features/series/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = {
  order: OrderDetails
  scope: SeriesScope
  /** How the money is returned, in words. */
  wayOf: (refund: SeriesRefund) => string
  onDone: () => void
}

/** Cancels several bookings of a series with the refund that it shows, to the cent. */
export function CancelSeveral({ order, scope, wayOf, onDone }: Props) {
  const { t } = useTranslation('series')
  const refund = useQuery(seriesRefundQuery(order.id, scope))
  const cancel = useCancelSeries(order.id)

  // Not in the options of `mutate`: they are forgotten if the order shows as cancelled before the reply is here.
  async function send(shown: SeriesRefund) {
    try {
      await cancel.mutateAsync({ scope, refund: shown })
      notify(t('cancel.done', { count: shown.count }), 'success')
      onDone()
    } catch (error) {
      notifyFailure(error as Error)
    }
  }

  return (
    <QueryView query={refund} loading={t('looking')}>
      {(shown) => (
        <Stack gap="md">
          <Text aria-live="polite">{refundText(shown, wayOf(shown), t)}</Text>
          <Button
            variant="filled"
            color="danger"
            size="md"
            loading={cancel.isPending}
            onClick={() => void send(shown)}
          >
            {t('cancel.confirm', { count: shown.count })}
          </Button>
        </Stack>
      )}
    </QueryView>
  )
}

function refundText(
  { refund, kept, owed, currency }: SeriesRefund,
  way: string,
  t: TFunction<'series'>,
): string {
  const money = (cents: number) => formatMoney(cents, currency)
  const parts = [
    refund > 0 && t(kept === 0 ? 'cancel.allBack' : 'cancel.partBack', { amount: money(refund) }),
    refund > 0 && way,
    refund > 0 && kept > 0 && t('cancel.kept', { kept: money(kept) }),
    owed > 0 && t('cancel.owed', { owed: money(owed) }),
    refund === 0 && owed === 0 && t(kept === 0 ? 'cancel.nothing' : 'cancel.nothingBack'),
  ]
  return parts.filter(Boolean).join(' ')
}
