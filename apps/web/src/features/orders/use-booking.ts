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
  emptyChoice,
  fitting,
  offeredSpaces,
  timesOf,
} from '#web/features/orders/booking-rules.ts'
import { useDay } from '#web/features/orders/use-day.ts'
import { useHold } from '#web/features/orders/use-hold.ts'
import { wallClock } from '#web/format/time.ts'
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
  const [space, chooseSpace] = useChosenSpace(spaces)
  const today = wallClock(new Date(useNow(MINUTE_MS)).toISOString(), office.time_zone).date
  const [wanted, setWanted] = useState(() => ({ ...emptyChoice(today), isTouched: false }))

  const place = placeOf(office, spaces, space)
  const day = useDay(place, wanted.date, office.open_hours === null)
  const rentType = space?.rent_type ?? day.query.data?.rent_type ?? 'hour'
  const choice = fitting(wanted, day.halves)
  const times = timesOf(choice, rentType)
  const chosen = place && times && BookingRequest.safeParse({ ...place, ...times }).data
  const stay = useSettled(chosen)
  // The day that a screen begins with is nobody's choice, and not held while the first one settles.
  const stayToHold = useSettled(wanted.isTouched ? chosen : null)

  const quote = useQuery(quoteQuery(stay))
  const book = useBookSpace()
  const hold = useHold(stayToHold, book.isPending || book.isSuccess)

  function choose(next: Choice) {
    book.reset()
    setWanted({ ...next, isTouched: true })
  }

  function arrive(order: OrderDetails) {
    hold.spent()
    notify(t('success'), 'success')
    void navigate(`/order/${order.id}`)
  }

  const send = (request: BookingRequest) =>
    book.mutate(request, {
      onSuccess: arrive,
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

/** The space that the address names, or the only one there is. */
function useChosenSpace(spaces: SubOffice[]): [SubOffice | undefined, (id: number) => void] {
  const [search, setSearch] = useSearchParams()
  const named = spaces.find(({ id }) => String(id) === search.get('sub_office'))
  const only = spaces.length === 1 ? spaces[0] : undefined
  return [named ?? only, (id) => setSearch({ sub_office: String(id) }, { replace: true })]
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
