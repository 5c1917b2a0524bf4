import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { cancelOrder, refundQuery, useKeepOrder } from '#web/features/orders/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

/** Cancels with the refund that was shown, to the cent. */
export function CancelButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const queryClient = useQueryClient()
  const keep = useKeepOrder()

  const askRefund = () => queryClient.fetchQuery(refundQuery(order.id))

  async function askAndCancel(refund: Refund): Promise<void> {
    await confirm({ message: questionOf(refund, order, t), type: 'danger' })
    try {
      keep(await cancelOrder(order.id, refund.refund))
      notify(t('cancel.done'), 'success')
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      // The refund has changed meanwhile: ask again with the new one.
      const next = await askRefund()
      if (next.refund === refund.refund) throw error
      notify(refusalText(error), 'error')
      await askAndCancel(next)
    }
  }

  const cancel = useMutation({
    mutationFn: async () => askAndCancel(await askRefund()),
    onError: (error) => error instanceof Declined || notify(refusalText(error), 'error'),
  })
  return (
    <Button c="var(--danger)" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('cancel.action')}
    </Button>
  )
}

function questionOf(back: Refund, order: OrderDetails, t: TFunction<'orders'>): string {
  const { percent, refund, currency } = back
  const amount = formatMoney(refund, currency)
  if (order.paid_with_credits + order.paid_by_card + order.paid_otherwise === 0)
    return t('cancel.nothingPaid')
  if (refund === 0) return t('cancel.nothingBack')
  const question =
    percent === 100 ? t('cancel.allBack', { amount }) : t('cancel.partBack', { amount, percent })
  return `${question} ${wayBack(back, t)}`
}

/** Credits are returned immediately; the rest is refunded manually. */
function wayBack({ refund, refund_credits, currency }: Refund, t: TFunction<'orders'>): string {
  if (refund_credits === refund) return t('cancel.intoCredits')
  if (refund_credits === 0) return t('cancel.byHand')
  const [credits, rest] = [refund_credits, refund - refund_credits].map((part) => formatMoney(part, currency))
  return t('cancel.bothWays', { credits, rest })
}
