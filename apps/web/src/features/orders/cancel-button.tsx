import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { cancelOrder, refundQuery, useKeepOrder } from '#web/features/orders/api.ts'
import { wayOfRefund } from '#web/features/orders/way-of-refund.ts'
import { formatMoney } from '#web/format/money.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** Cancels with the refund that was shown, to the cent. */
export function CancelButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const queryClient = useQueryClient()
  const keep = useKeepOrder()

  const askRefund = () => queryClient.fetchQuery(refundQuery(order.id))

  async function askAndCancel(refund: Refund): Promise<void> {
    await confirm({ message: questionOf(refund, order, t), type: 'danger' })
    try {
      keep(await cancelOrder(order.id, refund))
      notify(t('cancel.done'), 'success')
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      // The refund has changed meanwhile: ask again with the new one.
      const next = await askRefund()
      if (next.refund === refund.refund && next.owed === refund.owed) throw error
      notifyFailure(error)
      await askAndCancel(next)
    }
  }

  const cancel = useMutation({
    mutationFn: async () => askAndCancel(await askRefund()),
    onError: (error) => error instanceof Declined || notifyFailure(error),
  })
  return (
    <Button c="var(--danger)" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('cancel.action')}
    </Button>
  )
}

function questionOf(back: Refund, order: OrderDetails, t: TFunction<'orders'>): string {
  const money = (cents: number) => formatMoney(cents, back.currency)
  const [kept, owed] = [money(back.kept), money(back.owed)]
  if (back.owed > 0) return t(back.owed === back.kept ? 'cancel.allOwed' : 'cancel.partOwed', { kept, owed })
  if (order.paid_with_credits + order.paid_by_card + order.paid_otherwise === 0)
    return t('cancel.nothingPaid')
  if (back.refund === 0) return t('cancel.nothingBack')
  return `${refundIn(back, order, t)} ${wayOfRefund(back, order, t)}`
}

function refundIn({ percent, ...back }: Refund, order: OrderDetails, t: TFunction<'orders'>): string {
  const money = (cents: number) => formatMoney(cents, back.currency)
  const [amount, kept] = [money(back.refund), money(back.kept)]
  if (percent === 100) return t('cancel.allBack', { amount })
  return order.left > 0 ? t('cancel.restBack', { amount, kept }) : t('cancel.partBack', { amount, percent })
}
