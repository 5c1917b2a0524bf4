import type { BusinessOrder } from '@keyhour/contract/business-credits'
import type { Refund } from '@keyhour/contract/orders'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { cancelCompanyOrder, fetchRefund, useCompanyChange } from '#web/features/businesses/api.ts'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { formatMoney } from '#web/format/money.ts'
import { placeAndTime } from '#web/texts/place-and-time.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** Cancels with the refund that was shown, to the cent. */
export function CancelOrderButton({ order }: { order: BusinessOrder }) {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const { place, when } = placeAndTime(order)
  const name = order.person_name ?? t('usage.gone')

  function questionOf({ refund, currency }: Refund): string {
    const what = t('orders.confirmCancel', { name, place, when })
    const back = formatMoney(refund, currency)
    return `${what} ${refund > 0 ? t('orders.back', { back }) : t('orders.nothingBack')}`
  }

  async function askAndCancel(refund: Refund): Promise<void> {
    await confirm({ message: questionOf(refund), type: 'danger' })
    try {
      await cancelCompanyOrder(id, order.id, refund.refund)
      notify(t('orders.isCancelled'), 'success')
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      // The refund has changed meanwhile: ask again with the new one.
      const next = await fetchRefund(id, order.id)
      if (next.refund === refund.refund) throw error
      notifyFailure(error)
      await askAndCancel(next)
    }
  }

  const cancel = useCompanyChange({
    mutationFn: async () => askAndCancel(await fetchRefund(id, order.id)),
    onError: (error: Error) => void (error instanceof Declined || notifyFailure(error)),
  })
  return (
    <Button
      size="xs"
      c="var(--danger)"
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
      aria-label={t('orders.cancelOf', { name, when })}
    >
      {t('orders.cancel')}
    </Button>
  )
}
