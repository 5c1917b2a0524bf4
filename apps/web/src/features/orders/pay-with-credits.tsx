import type { OrderDetails } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import type { CreditBalance } from '@keyhour/contract/users'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { payWithCredits, useOrderChange } from '#web/features/orders/api.ts'
import { profileQuery } from '#web/features/users/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

const wayBack = ({ id, currency }: OrderDetails) =>
  new URLSearchParams({ currency, return_to: `/order/${id}` })

const creditsIn = (balances: CreditBalance[], wanted: Currency): number =>
  balances.find(({ currency }) => currency === wanted)?.credits ?? 0

type Props = { order: OrderDetails; onlyAll?: boolean }

/**
 * Pays with credits of the currency of the order, or shows where to buy some. With `onlyAll`, nothing unless they pay all
 * that is left.
 */
export function PayWithCredits({ order, onlyAll = false }: Props) {
  const { t } = useTranslation('orders')
  const profile = useQuery(profileQuery)
  const pay = useOrderChange(() => payWithCredits(order.id))
  if (!profile.data) return null
  const { credit_balances, credits_set_aside } = profile.data
  const free = creditsIn(credit_balances, order.currency) - creditsIn(credits_set_aside, order.currency)
  const amount = Math.min(order.left, Math.round(free * 100))
  if (onlyAll && amount < order.left) return null
  if (amount === 0)
    return (
      <Anchor component={Link} to={`/credits?${wayBack(order)}`}>
        {t('price.buyCredits')}
      </Anchor>
    )
  return (
    <Button
      loading={pay.isPending}
      onClick={() =>
        pay.mutate(undefined, {
          onSuccess: () => notify(t('price.paidNow'), 'success'),
          onError: (error) => notifyFailure(error),
        })
      }
    >
      {t('price.payNow', { amount: formatMoney(amount, order.currency) })}
    </Button>
  )
}
