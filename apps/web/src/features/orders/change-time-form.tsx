import { TimeChange, type TimeQuote } from '@keyhour/contract/bookings'
import { officeDayAt } from '@keyhour/contract/office-clock'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { useUser } from '#web/api/session.ts'
import { AlternativesCard } from '#web/features/availability/alternatives-card.tsx'
import classes from '#web/features/availability/availability.module.css'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { keepOffered, timeOfOrder, toTimeChange } from '#web/features/availability/rules.ts'
import { StayPicker } from '#web/features/availability/stay-picker.tsx'
import { useDay } from '#web/features/availability/use-day.ts'
import { useDayNotes } from '#web/features/availability/use-day-notes.ts'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { paidBy, usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import { PriceChanged, refundQuery, timeQuoteQuery, useChangeTime } from '#web/features/orders/api.ts'
import { expiredIn } from '#web/features/orders/expired-in.ts'
import { formatMoney } from '#web/format/money.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

const SETTLE_MS = 300
const MINUTE_MS = 60_000
const WAYS = ['saved', 'later'] as const

/** Moves an order to another time. Shows first what that costs or gives back. */
export function ChangeTimeForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const { t } = useTranslation('orders')
  const { Office, SubOffice, time_zone, rent_type } = order
  const space = { office_id: Office.id, sub_office_id: SubOffice?.id ?? null, order_id: order.id }
  const office = useQuery(officeQuery(Office.id)).data
  const hours = office ?? { time_zone, open_hours: null, close_hours: null, week_hours: [], holidays: [] }
  const booked = timeOfOrder(order, hours)
  const [changed, setChanged] = useState<ChosenTime | null>(null)
  const today = officeDayAt(hours, useNow(MINUTE_MS))
  const chosen = changed ?? booked
  const refund = useQuery(refundQuery(order.id))
  const keepsStart = refund.data !== undefined && refund.data.percent < 100

  const day = useDay(space, chosen, office)
  // A start that has passed is no longer offered, but stays.
  const time = keepsStart ? { ...chosen, start: booked.start } : keepOffered(chosen, day.halves)
  const times = toTimeChange(time, rent_type)
  const isSame = JSON.stringify(times) === JSON.stringify(toTimeChange(booked, rent_type))
  const { quote, payment, price } = useNewPrice(order, isSame ? null : times)
  const noteOf = useDayNotes(hours)
  const change = useChangeTime(order.id)

  function choose(next: ChosenTime) {
    change.reset()
    setChanged(next)
  }

  const send = (next: TimeChange) =>
    change.mutate(
      { ...next, ...(payment && { pay_by: payment.way === 'saved' ? 'saved_card' : 'later' }) },
      {
        onSuccess: () => {
          notify(t('changeTime.done'), 'success')
          onDone()
        },
        onError: (error) => notifyFailure(error),
      },
    )

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = TimeChange.safeParse(times)
    if (checked.success) return send(checked.data)
    notify(serverText(checked.error.issues[0]?.message ?? 'Please choose a time'), 'error')
  }

  return (
    <form className={classes.narrow} noValidate onSubmit={submit}>
      <Stack gap="md">
        {keepsStart && <Text>{t('changeTime.onlyEnd')}</Text>}
        <StayPicker
          day={day}
          time={time}
          onChange={choose}
          today={today}
          rentType={rent_type}
          keepsStart={keepsStart}
          space={space}
          noteOf={noteOf}
        />
        {quote && <Difference order={order} quote={price} error={quote.error} />}
        {payment && <PayChoice label={t('changeTime.payBy')} {...payment} />}
        {change.error && (
          <Refused
            error={change.error}
            keepsStart={keepsStart}
            space={space}
            onTake={send}
            isBusy={change.isPending}
          />
        )}
        <Button type="submit" variant="filled" size="md" disabled={isSame} loading={change.isPending}>
          {price && payment?.way === 'saved'
            ? t('changeTime.actionAndPay', { amount: formatMoney(price.left, order.currency) })
            : t('changeTime.action')}
        </Button>
      </Stack>
    </form>
  )
}

/** Not for others, nor for an order on company credits: those pay for all of it. */
const useIsPaying = ({ user_id, business }: OrderDetails): boolean => useUser()?.id === user_id && !business

function useNewPrice(order: OrderDetails, times: TimeChange | null) {
  const quote = useTimeQuote(order, times)
  const isRestToPay = useIsPaying(order) && (quote?.data?.left ?? 0) > 0
  const payment = usePayChoice(isRestToPay, WAYS, quote?.data)
  return { quote, payment, price: quote?.data && paidBy(quote.data, payment) }
}

/** What the chosen time would cost, once it has stopped changing. Null unless it is another time. */
function useTimeQuote(order: OrderDetails, times: TimeChange | null) {
  const [settled] = useDebouncedValue(JSON.stringify(times), SETTLE_MS)
  const asked = TimeChange.safeParse(settled && JSON.parse(settled)).data ?? null
  const quote = useQuery(timeQuoteQuery(order.id, times ? asked : null))
  return times && quote
}

type DifferenceProps = { order: OrderDetails; quote: TimeQuote | undefined; error: Error | null }

function Difference({ order, quote, error }: DifferenceProps) {
  const { t } = useTranslation('orders')
  if (error) return <FailureAlert text={refusalText(error)} />
  if (quote?.refusal) return <FailureAlert text={serverText(quote.refusal)} />
  return (
    <Text aria-live="polite">
      {quote && [differenceIn(quote, order, t), keptIn(quote, t), expiredIn(quote, t)].join(' ')}
    </Text>
  )
}

function differenceIn(quote: TimeQuote, order: OrderDetails, t: TFunction<'orders'>): string {
  const { due, more, with_credits, left, back, currency } = quote
  const money = (cents: number) => formatMoney(cents, currency)
  const sums = { due: money(due), more: money(more), credits: money(with_credits), left: money(left) }
  // An order with an open balance shows the new total instead.
  if (more > 0 && order.left > 0)
    return t(with_credits > 0 ? 'changeTime.totalWithCredits' : 'changeTime.total', sums)
  if (more > 0 && order.business)
    return t('changeTime.moreOfCompany', { ...sums, company: order.business.name })
  if (more > 0 && left === 0) return t('changeTime.moreOfCredits', sums)
  if (more > 0) return t(with_credits > 0 ? 'changeTime.moreWithCredits' : 'changeTime.more', sums)
  if (back === 0) return t('changeTime.same')
  return [t('changeTime.back', { back: money(back) }), cardIn(quote, t)].filter(Boolean).join(' ')
}

function cardIn({ back, back_card, currency }: TimeQuote, t: TFunction<'orders'>): string {
  if (back_card === 0) return ''
  if (back_card === back) return t('cancel.all.card')
  return t('cancel.part.card', { amount: formatMoney(back_card, currency) })
}

const keptIn = ({ kept, currency }: TimeQuote, t: TFunction<'orders'>): string =>
  kept > 0 ? t('changeTime.kept', { kept: formatMoney(kept, currency) }) : ''

type RefusedProps = {
  error: Error
  keepsStart: boolean
  space: SpaceRef
  onTake: (times: TimeChange) => void
  isBusy: boolean
}

/** An order stays in its space: only other times there are offered. */
function Refused({ error, keepsStart, space, onTake, isBusy }: RefusedProps) {
  const { t } = useTranslation('orders')
  if (error instanceof PriceChanged) {
    // Only the card's part has changed.
    if (error.before === error.after) return <FailureAlert text={serverText(error.message)} />
    const money = (cents: number) => formatMoney(cents, error.currency)
    const prices = { before: money(error.before), after: money(error.after) }
    return <FailureAlert text={t('changeTime.newPrice', prices)} />
  }
  const alternatives = error instanceof CallError ? error.body?.alternatives : undefined
  // Every alternative has another start.
  if (!alternatives || keepsStart) return <FailureAlert text={refusalText(error)} />
  return (
    <AlternativesCard
      title={refusalText(error)}
      alternatives={alternatives.filter(({ sub_office_id }) => sub_office_id === space.sub_office_id)}
      officeId={space.office_id}
      action={t('changeTime.take')}
      onTake={({ name, name_he, office_name, office_name_he, office_id, sub_office_id, ...times }) =>
        onTake(times)
      }
      isBusy={isBusy}
    />
  )
}
