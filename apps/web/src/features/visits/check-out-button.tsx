import { UNDO_CHECK_OUT_SECONDS } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { CheckOutCost } from '@keyhour/contract/visits'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { useKeepOrder } from '#web/features/orders/api.ts'
import { checkOut, checkOutCostQuery, undoCheckOut } from '#web/features/visits/api.ts'
import { undoLeftMs } from '#web/features/visits/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCountdown, formatTime } from '#web/format/time.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

const UNDO_MS = UNDO_CHECK_OUT_SECONDS * 1000
const TICK_MS = 1000

type Leaving = Pick<OrderDetails, 'id' | 'end' | 'time_zone'>

type CheckOutProps = {
  order: Leaving
  /** Staff end the visit of somebody else. */
  ofGuest?: boolean
}

/** Confirms the cost, checks out, and offers to undo it for a minute. */
export function CheckOutButton({ order, ofGuest = false }: CheckOutProps) {
  const { t } = useTranslation('orders')
  const queryClient = useQueryClient()
  const keep = useKeepOrder()
  const undo = useUndo(order)
  const words = ofGuest ? 'endVisit' : 'checkOut'

  const askCost = () => queryClient.fetchQuery(checkOutCostQuery(order.id))

  async function askAndLeave(cost: CheckOutCost): Promise<void> {
    await confirm({ message: questionOf(cost, order, words, t) })
    try {
      keep(await checkOut(order.id, cost.due))
      notify(t(`${words}.done`), 'success', UNDO_MS, {
        label: t('checkOut.undo'),
        run: () => undo.mutate(),
      })
    } catch (error) {
      // The next half hour has begun meanwhile: ask again with the new price.
      const next = error instanceof CallError ? error.body?.check_out_cost : undefined
      if (!next) throw error
      notifyFailure(error as Error)
      await askAndLeave(next)
    }
  }

  const leave = useMutation({
    mutationFn: async () => askAndLeave(await askCost()),
    onError: (error) => error instanceof Declined || notifyFailure(error),
  })
  return (
    <Button loading={leave.isPending} onClick={() => leave.mutate()}>
      {t(`${words}.action`)}
    </Button>
  )
}

type Words = 'checkOut' | 'endVisit'

function questionOf(cost: CheckOutCost, order: Leaving, words: Words, t: TFunction<'orders'>): string {
  const { due, with_credits, left, on_saved_card, free_until, currency } = cost
  const money = (cents: number) => formatMoney(cents, currency)
  const until = formatTime(free_until, order.time_zone)
  const sentences =
    order.end === null
      ? [t(`${words}.visit`, { due: money(due) }), t('checkOut.visitFrees')]
      : [t(`${words}.booking`, { due: money(due) }), t('checkOut.bookingFrees', { until })]
  if (with_credits > 0) sentences.splice(1, 0, t(`${words}.fromCredits`, { credits: money(with_credits) }))
  if (left > 0) {
    const onCard = left === due ? (`${words}.allOnCard` as const) : (`${words}.onCard` as const)
    sentences.splice(-1, 0, t(on_saved_card ? onCard : 'checkOut.left', { left: money(left) }))
  }
  return sentences.join(' ')
}

/** Shown for as long as the check-out can be undone. */
export function UndoCheckOutButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const leftMs = undoLeftMs(order, useNow(TICK_MS))
  const undo = useUndo(order)
  if (leftMs === 0 && !undo.isPending) return null
  return (
    <Button
      leftSection={<IconArrowBackUp aria-hidden size={18} />}
      loading={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {t('checkOut.undoFor', { time: formatCountdown(leftMs) })}
    </Button>
  )
}

/** Reports its result even if the page has been left meanwhile. */
function useUndo({ id }: Pick<OrderDetails, 'id'>) {
  const { t } = useTranslation('orders')
  const keep = useKeepOrder()
  return useMutation({
    mutationFn: () => undoCheckOut(id),
    onSuccess: (order) => {
      keep(order)
      notify(t('checkOut.undone'), 'success')
    },
    onError: (error) => notifyFailure(error),
  })
}
