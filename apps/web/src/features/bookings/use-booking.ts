import type { Alternative } from '@keyhour/contract/availability'
import { BookingRequest, type TimeChange } from '@keyhour/contract/bookings'
import { officeDayAt } from '@keyhour/contract/office-clock'
import type { Office, SpaceRef, SubOffice } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type ChosenTime,
  NO_TIME,
  readTime,
  timeOffered,
  writeTime,
} from '#web/features/availability/chosen-time.ts'
import { keepOffered, type StayErrors, toTimeChange } from '#web/features/availability/rules.ts'
import { useDay } from '#web/features/availability/use-day.ts'
import { PaymentNotChosen, quoteQuery, useBookSpace } from '#web/features/bookings/api.ts'
import { hasBoardIn, writeBoard } from '#web/features/bookings/board-rules.ts'
import { offeredSpaces } from '#web/features/bookings/rules.ts'
import { useHold } from '#web/features/bookings/use-hold.ts'
import { usePayer } from '#web/features/bookings/use-payer.ts'
import { paidBy, usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { usePayOrder } from '#web/features/charges/use-pay-order.ts'
import { type RepeatDraft, readRepeat, writeRepeat } from '#web/features/series/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { fieldErrorsOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

/** The first that is possible is chosen to begin with. */
const BOOKING_WAYS = ['saved', 'new', 'later'] as const
const SETTLE_MS = 300
const MINUTE_MS = 60_000

/** The space and the time in the address, who pays, and the request and the quote that follow from them. */
function useChoice(office: Office) {
  const spaces = useMemo(() => offeredSpaces(office), [office])
  const today = officeDayAt(office, useNow(MINUTE_MS))
  const [address, setAddress] = useAddress()
  const space = spaceIn(address, spaces)
  const read = readTime(address, office, today)
  const payer = usePayer(office, address, setAddress)
  const paidFor = payer.businessId && { business_id: payer.businessId }

  const spaceRef = refOf(office, spaces, space)
  const day = useDay(spaceRef, read ?? { ...NO_TIME, date: today }, office)
  const rentType = space?.rent_type ?? day.query.data?.rent_type ?? 'hour'
  const time = keepOffered(read ?? { ...NO_TIME, date: today }, day.halves)
  const request = requestFor(spaceRef, toTimeChange(time, rentType))
  const settled = useSettled(request?.data && { ...request.data, ...paidFor })
  const quote = useQuery(quoteQuery(settled))

  const chooseTime = (next: ChosenTime) => setAddress(writeTime(address, next))

  function chooseStay(id: number | null, at: ChosenTime | null = null) {
    const next = at ? writeTime(address, at) : new URLSearchParams(address)
    if (id !== null) next.set('sub_office', String(id))
    setAddress(next)
  }

  return {
    spaces,
    space,
    hasBoard: spaces.length > 1 && hasBoardIn(address),
    showBoard: (isShown: boolean) => setAddress(writeBoard(address, isShown)),
    chooseSpace: (id: number) => chooseStay(id),
    chooseStay,
    payer,
    paidFor,
    spaceRef,
    day,
    rentType,
    time,
    chooseTime,
    today,
    repeat: readRepeat(address),
    chooseRepeat: (next: RepeatDraft) => setAddress(writeRepeat(address, next)),
    request,
    // The day that the screen starts with is not a choice, so it is not held.
    toHold: read ? request?.data : null,
    quote: settled ? quote.data : undefined,
  }
}

type Choice = ReturnType<typeof useChoice>
type Payment = ReturnType<typeof usePayChoice>
type Sending = { choice: Choice; payment: Payment; onPaymentNotChosen: () => void }

/** Holds the chosen time, sends the booking, and leads to its order or its payment. */
function useSending({ choice, payment, onPaymentNotChosen }: Sending) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const { paidFor, payer, toHold } = choice
  const book = useBookSpace()
  const pay = usePayOrder()
  const hold = useHold(useSettled(toHold), book.isPending || book.isSuccess)

  /** Replaces this screen in the history: on going back, the customer's own order would make the time unavailable. */
  function arrive(order: OrderDetails, words: string) {
    hold.spent(order.id)
    notify(words, 'success')
    void navigate(`/order/${order.id}`, { replace: true })
  }

  /** The order waits for its payment; if that cannot begin now, it can on the page of the order. */
  async function payFor({ id, left }: OrderDetails) {
    hold.spent(id)
    try {
      await pay.mutateAsync({ orderId: id, left, card: payment?.way === 'saved' ? 'saved' : 'new' })
    } catch (error) {
      notifyFailure(error as Error)
      void navigate(`/order/${id}`, { replace: true })
    }
  }

  const send = (stay: BookingRequest, isLater = payment?.way === 'later') =>
    book.mutate(
      { ...stay, ...paidFor, ...(payment && { pay_by: isLater ? 'later' : 'card' }) },
      {
        onSuccess: (order) => (order.pay_until === null ? arrive(order, t('success')) : void payFor(order)),
        onError: (error) => {
          if (error instanceof PaymentNotChosen) onPaymentNotChosen()
          // The person may no longer belong to the company, or its credits are spent.
          if (paidFor) payer.refresh()
          notifyFailure(error)
        },
      },
    )

  return { book, hold, arrive, send }
}

/** From the chosen space and time to a hold and an order. */
export function useBooking(office: Office) {
  const { t } = useTranslation('booking')
  const chosen = useChoice(office)
  const { paidFor, chooseTime, request, quote, ...choice } = chosen
  // An alternative may cost more than the chosen time.
  const [mustChoose, setMustChoose] = useState(false)
  // Fields say what is wrong only after Book was pressed.
  const [wasTried, setTried] = useState(false)
  const isRestToPay = !paidFor && (mustChoose || (quote?.left ?? 0) > 0)
  const payment = usePayChoice(isRestToPay, BOOKING_WAYS, quote)
  const onPaymentNotChosen = () => setMustChoose(true)
  const { book, hold, arrive, send } = useSending({ choice: chosen, payment, onPaymentNotChosen })

  function choose(next: ChosenTime) {
    book.reset()
    setTried(false)
    chooseTime(next)
  }

  /** A time of any space of the office. */
  function pick(spaceId: number | null, at: ChosenTime) {
    book.reset()
    setTried(false)
    choice.chooseStay(spaceId, at)
  }

  const take = (offered: Alternative) => pick(offered.sub_office_id, timeOffered(offered, office))

  function submit(isLater?: boolean) {
    if (request?.success) return send(request.data, isLater)
    setTried(true)
  }

  const refusal = book.error ?? hold.error

  return {
    ...choice,
    /** The chosen time, once it is complete. */
    stay: request?.data ?? null,
    choose,
    pick,
    quote: quote && paidBy(quote, payment),
    payment,
    hold,
    refusal,
    errors: wasTried ? problemsOf(request) : refusedFields(refusal),
    spaceError: wasTried && choice.spaceRef === null ? t('chooseSpace') : undefined,
    take,
    // Stays true until the order is shown: another press would book again.
    isBooking: book.isPending || book.isSuccess,
    reset: book.reset,
    send,
    submit,
    arrive,
  }
}

export type Booking = ReturnType<typeof useBooking>

type Request = ReturnType<typeof requestFor>

/** What keeps the chosen time from being sent, at its fields. */
function problemsOf(request: Request): StayErrors {
  if (!request) return { start: serverText('Please choose a time') }
  return inFields(request.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [])
}

const refusedFields = (error: Error | null): StayErrors => inFields(Object.entries(fieldErrorsOf(error)))

const inFields = (messages: [string, string][]): StayErrors =>
  Object.fromEntries(messages.map(([field, message]) => [field, serverText(message)]))

/**
 * The choice is kept in the address, so that a reload finds it again. It also takes effect immediately: the router is
 * slower, and pressing Book meanwhile would book something else.
 */
function useAddress(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [shown, show] = useSearchParams()
  const [address, setAddress] = useState(shown)
  return [
    address,
    (next) => {
      setAddress(next)
      show(next, { replace: true })
    },
  ]
}

/** The space in the address, or the only one. */
function spaceIn(address: URLSearchParams, spaces: SubOffice[]): SubOffice | undefined {
  const named = spaces.find(({ id }) => String(id) === address.get('sub_office'))
  return named ?? (spaces.length === 1 ? spaces[0] : undefined)
}

function refOf({ id }: Office, spaces: SubOffice[], space: SubOffice | undefined): SpaceRef | null {
  if (spaces.length === 0) return { office_id: id, sub_office_id: null }
  return space ? { office_id: id, sub_office_id: space.id } : null
}

const requestFor = (space: SpaceRef | null, times: TimeChange | null) =>
  space && times && BookingRequest.safeParse({ ...space, ...times })

/** The value once it has stopped changing; null immediately if there is none. */
function useSettled<T extends object>(value: T | null | undefined): T | null {
  const written = value ? JSON.stringify(value) : null
  const [settled] = useDebouncedValue(written, SETTLE_MS)
  return useMemo(() => (written && settled ? JSON.parse(settled) : null), [written, settled])
}
