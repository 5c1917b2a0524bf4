import type { ChargeRequest } from '@keyhour/contract/charges'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCardName } from '#web/features/charges/use-card-name.ts'
import { useCards } from '#web/features/charges/use-cards.ts'
import { usePayOrder } from '#web/features/charges/use-pay-order.ts'
import { formatMoney } from '#web/format/money.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'

type Card = ChargeRequest['card']

/** For the customer of an order that is not paid, where cards can pay so much. */
export function PayByCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('charges')
  const cardName = useCardName()
  const { canPay, saved, leastIn } = useCards(true)
  const pay = usePayOrder()
  if (!canPay || order.left < leastIn(order.currency)) return null
  const isBusy = pay.isPending || (pay.isSuccess && pay.variables.card === 'new')
  const buttonOf = (card: Card) => ({
    loading: isBusy && pay.variables?.card === card,
    disabled: isBusy && pay.variables?.card !== card,
    onClick: () => pay.mutate({ orderId: order.id, left: order.left, card }),
  })
  const amount = formatMoney(order.left, order.currency)
  return (
    <>
      <FailureAlert text={failureOf(pay.error)} />
      {saved && (
        <Button variant="filled" {...buttonOf('saved')}>
          {t('payWith', { amount, card: cardName(saved) })}
        </Button>
      )}
      <Button variant={saved ? 'default' : 'filled'} {...buttonOf('new')}>
        {saved ? t('payWithAnother') : t('payByCard', { amount })}
      </Button>
    </>
  )
}
