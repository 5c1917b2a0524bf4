import type { Quote } from '@keyhour/contract/bookings'
import { daysAfter } from '@keyhour/contract/office-clock'
import type { MyOffice } from '@keyhour/contract/offices'
import type { PaymentMethod } from '@keyhour/contract/order-management'
import { Email } from '@keyhour/contract/primitives'
import type { StaffBooking, StaffPayment } from '@keyhour/contract/schedule'
import type { MarkedTime } from '#web/features/schedule/rules.ts'

/** `user_id` counts unless it is a guest. An end that is not after the start is on the next day. */
export type BookDraft = {
  is_guest: boolean
  user_id: string
  name: string
  email: string
  sub_office_id: string
  date: string
  /** The last day, if the space is rented by the day. */
  last_date: string
  start: string
  end: string
  payment: StaffPayment
  method: PaymentMethod
  reference: string
}

export const bookDraft = ({ sub_office_id, date, start, end }: MarkedTime): BookDraft => ({
  is_guest: false,
  user_id: '',
  name: '',
  email: '',
  sub_office_id: String(sub_office_id ?? ''),
  date,
  last_date: date,
  start,
  end,
  payment: 'credits',
  method: 'cash',
  reference: '',
})

type Offer = Pick<MyOffice, 'rent_type' | 'sub_offices'>

/** Whether the chosen space is rented by the day. */
export function isByDay({ sub_office_id }: Pick<BookDraft, 'sub_office_id'>, office: Offer): boolean {
  const space = office.sub_offices.find(({ id }) => String(id) === sub_office_id)
  return (space ?? office).rent_type === 'day'
}

const timesOf = (draft: BookDraft, office: Offer) => {
  const { sub_office_id, date, last_date, start, end } = draft
  return {
    sub_office_id: sub_office_id === '' ? null : Number(sub_office_id),
    date,
    ...(isByDay(draft, office)
      ? { end_date: last_date }
      : { start, end, ...(end <= start && { end_date: daysAfter(date, 1) }) }),
  }
}

/** A customer was chosen. */
export const isKnown = ({ is_guest, user_id }: BookDraft): boolean => !is_guest && user_id !== ''

const customerOf = (draft: BookDraft): number | undefined =>
  isKnown(draft) ? Number(draft.user_id) : undefined

/** What to ask the price of; null while there is no time. */
export function stayOf(draft: BookDraft, office: Offer) {
  const { date, last_date, start, end } = draft
  if (!date || !(isByDay(draft, office) ? last_date : start && end)) return null
  const user_id = customerOf(draft)
  return { ...timesOf(draft, office), ...(user_id !== undefined && { user_id }) }
}

export type AskedStay = NonNullable<ReturnType<typeof stayOf>>

export function bookingOf(draft: BookDraft, office: Offer, quote: Quote): StaffBooking {
  const { name, email, payment, method, reference } = draft
  const user_id = customerOf(draft)
  return {
    ...timesOf(draft, office),
    expected_total: quote.due,
    customer: user_id === undefined ? { name, email } : { user_id },
    payment,
    method,
    reference,
  }
}

export function mistakesInBooking(draft: BookDraft, quote: Quote | undefined): Record<string, string> {
  const { is_guest, user_id, name, email, payment, method, reference } = draft
  return {
    ...(!is_guest && user_id === '' && { user_id: 'Cannot be empty' }),
    ...(is_guest && name.trim() === '' && { name: 'Cannot be empty' }),
    ...(is_guest && !Email.safeParse(email).success && { email: 'Should be a valid email!' }),
    ...(quote === undefined && { start: 'Invalid Value' }),
    ...(payment === 'paid' &&
      method === 'other' &&
      reference.trim() === '' && { reference: 'Please specify how it was paid' }),
  }
}

/** Credits pay all of it or nothing. */
export const paymentsFor = (draft: BookDraft, quote: Quote, isAdmin: boolean) => [
  {
    way: 'credits' as const,
    isPossible: isKnown(draft) && quote.with_credits >= quote.due,
  },
  { way: 'pending' as const, isPossible: true },
  ...(isAdmin ? [{ way: 'paid' as const, isPossible: true }] : []),
]

/** The one that was chosen, or the first that is possible. */
export function paymentFor(
  draft: BookDraft,
  quote: Quote | undefined,
  isAdmin: boolean,
): StaffPayment | undefined {
  if (!quote) return undefined
  const possible = paymentsFor(draft, quote, isAdmin).filter(({ isPossible }) => isPossible)
  return (possible.find(({ way }) => way === draft.payment) ?? possible[0])?.way
}
