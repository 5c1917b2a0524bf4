import { BookingRequest, type TimeChange } from '@keyhour/contract/bookings'
import { officeDayAt } from '@keyhour/contract/office-clock'
import type { Office, SpaceRef, SubOffice } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { type ChosenTime, NO_TIME, readTime, writeTime } from '#web/features/availability/chosen-time.ts'
import { keepOffered, toTimeChange } from '#web/features/availability/rules.ts'
import { useDay } from '#web/features/availability/use-day.ts'
import { PaymentNotChosen, quoteQuery, useBookSpace } from '#web/features/bookings/api.ts'
import { offeredSpaces } from '#web/features/bookings/rules.ts'
import { useHold } from '#web/features/bookings/use-hold.ts'
import { paidBy, usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { usePayOrder } from '#web/features/charges/use-pay-order.ts'
import { serverText } from '#web/texts/i18n.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/now.ts'

/** The first that is possible is chosen to begin with. */
const BOOKING_WAYS = ['saved', 'new', 'later'] as const
const SETTLE_MS = 300
const MINUTE_MS = 60_000

/** From the chosen space and time to a quote, a hold and an order. */
export function useBooking(office: Office) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const spaces = offeredSpaces(office)
  const today = officeDayAt(office, useNow(MINUTE_MS))
  const [address, setAddress] = useAddress()
  const space = spaceIn(address, spaces)
  const read = readTime(address, office, today)

  const spaceRef = refOf(office, spaces, space)
  const day = useDay(spaceRef, read ?? { ...NO_TIME, date: today }, office.open_hours === null)
  const rentType = space?.rent_type ?? day.query.data?.rent_type ?? 'hour'
  const time = keepOffered(read ?? { ...NO_TIME, date: today }, day.halves)
  const request = requestFor(spaceRef, toTimeChange(time, rentType))
  const settled = useSettled(request?.data)
  // The day that the screen starts with is not a choice, so it is not held.
  const settledToHold = useSettled(read ? request?.data : null)

  const quote = useQuery(quoteQuery(settled))
  const shownQuote = settled ? quote.data : undefined
  // An alternative may cost more than the chosen time.
  const [mustChoose, setMustChoose] = useState(false)
  const payment = usePayChoice(mustChoose || (shownQuote?.left ?? 0) > 0, BOOKING_WAYS, shownQuote)
  const book = useBookSpace()
  const pay = usePayOrder()
  const hold = useHold(settledToHold, book.isPending || book.isSuccess)

  function choose(next: ChosenTime) {
    book.reset()
    setAddress(writeTime(address, next))
  }

  function chooseSpace(id: number) {
    const next = new URLSearchParams(address)
    next.set('sub_office', String(id))
    setAddress(next)
  }

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
      notify(refusalText(error as Error), 'error')
      void navigate(`/order/${id}`, { replace: true })
    }
  }

  const send = (stay: BookingRequest) =>
    book.mutate(
      { ...stay, ...(payment && { pay_by: payment.way === 'later' ? 'later' : 'card' }) },
      {
        onSuccess: (order) => (order.pay_until === null ? arrive(order, t('success')) : void payFor(order)),
        onError: (error) => {
          if (error instanceof PaymentNotChosen) setMustChoose(true)
          notify(refusalText(error), 'error')
        },
      },
    )

  function submit() {
    if (request?.success) return send(request.data)
    const issue = request?.error.issues[0]?.message ?? 'Please choose a time'
    notify(spaceRef ? serverText(issue) : t('chooseSpace'), 'error')
  }

  return {
    spaces,
    space,
    chooseSpace,
    spaceRef,
    day,
    rentType,
    time,
    choose,
    today,
    quote: shownQuote && paidBy(shownQuote, payment),
    payment,
    hold,
    refusal: book.error ?? hold.error,
    // Stays true until the order is shown: another press would book again.
    isBooking: book.isPending || book.isSuccess,
    send,
    submit,
    arrive,
  }
}

export type Booking = ReturnType<typeof useBooking>

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
