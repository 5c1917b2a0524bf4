import type { Office, SubOffice } from '@keyhour/contract/offices'
import { BookingRequest, type OrderDetails } from '@keyhour/contract/orders'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { type Place, quoteQuery, useBookSpace } from '#web/features/orders/booking-api.ts'
import {
  type Choice,
  choiceIn,
  emptyChoice,
  fitting,
  offeredSpaces,
  timesOf,
  withChoice,
} from '#web/features/orders/booking-rules.ts'
import { useDay } from '#web/features/orders/use-day.ts'
import { useHold } from '#web/features/orders/use-hold.ts'
import { officeDayAt } from '#web/format/half-hours.ts'
import { serverText } from '#web/texts/i18n.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/now.ts'

const SETTLE_MS = 300
const MINUTE_MS = 60_000

/** From what somebody chooses to what is quoted, held and booked. */
export function useBooking(office: Office) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const spaces = offeredSpaces(office)
  const today = officeDayAt(office, useNow(MINUTE_MS))
  const [address, setAddress] = useAddress()
  const space = spaceIn(address, spaces)
  // The day that a screen begins with is nobody's choice.
  const chosenBefore = choiceIn(address, office, today)
  const wanted = chosenBefore ?? emptyChoice(today)

  const place = placeOf(office, spaces, space)
  const day = useDay(place, wanted, office.open_hours === null)
  const rentType = space?.rent_type ?? day.query.data?.rent_type ?? 'hour'
  const choice = fitting(wanted, day.halves)
  const times = timesOf(choice, rentType)
  const chosen = place && times && BookingRequest.safeParse({ ...place, ...times }).data
  const stay = useSettled(chosen)
  // What nobody has chosen is not held, not even while the first choice settles.
  const stayToHold = useSettled(chosenBefore ? chosen : null)

  const quote = useQuery(quoteQuery(stay))
  const book = useBookSpace()
  const hold = useHold(stayToHold, book.isPending || book.isSuccess)

  function choose(next: Choice) {
    book.reset()
    setAddress(withChoice(address, next))
  }

  function chooseSpace(id: number) {
    const next = new URLSearchParams(address)
    next.set('sub_office', String(id))
    setAddress(next)
  }

  /** Takes the place of this screen: who comes back would find their own order in the way. */
  function arrive(order: OrderDetails, words: string) {
    hold.spent()
    notify(words, 'success')
    void navigate(`/order/${order.id}`, { replace: true })
  }

  const send = (request: BookingRequest) =>
    book.mutate(request, {
      onSuccess: (order) => arrive(order, t('success')),
      onError: (error) => notify(refusalText(error), 'error'),
    })

  function submit() {
    if (!place) return notify(t('chooseSpace'), 'error')
    if (!times) return notify(serverText('Please choose a time'), 'error')
    const request = BookingRequest.safeParse({ ...place, ...times })
    if (!request.success) return notify(serverText(request.error.issues[0]!.message), 'error')
    send(request.data)
  }

  return {
    spaces,
    space,
    chooseSpace,
    place,
    day,
    rentType,
    choice,
    choose,
    today,
    quote: stay ? quote.data : undefined,
    hold,
    refusal: book.error ?? hold.error,
    // What is booked stays booked until its order is on the screen: another press would book once more.
    isBooking: book.isPending || book.isSuccess,
    send,
    submit,
    arrive,
  }
}

export type Booking = ReturnType<typeof useBooking>

/**
 * What is chosen stands in the address, so that reloading and coming back find it again, each choice in place of the one
 * before. It counts at once: the router takes its time, and whoever presses Book meanwhile would book something else.
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

/** The space that the address names, or the only one there is. */
function spaceIn(address: URLSearchParams, spaces: SubOffice[]): SubOffice | undefined {
  const named = spaces.find(({ id }) => String(id) === address.get('sub_office'))
  return named ?? (spaces.length === 1 ? spaces[0] : undefined)
}

function placeOf(office: Office, spaces: SubOffice[], space: SubOffice | undefined): Place | null {
  if (spaces.length === 0) return { office_id: office.id, sub_office_id: null }
  return space ? { office_id: office.id, sub_office_id: space.id } : null
}

/** What somebody has stopped changing; when there is nothing any more, nothing at once. */
function useSettled<T extends object>(value: T | null | undefined): T | null {
  const written = value ? JSON.stringify(value) : null
  const [settled] = useDebouncedValue(written, SETTLE_MS)
  return useMemo(() => (written && settled ? JSON.parse(settled) : null), [written, settled])
}
