import type { Db } from '#server/db/connection.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import { findPlacedOrder, type PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { describeEntry } from '#server/features/orders/describe-entry.ts'
import { booked, cancelled, moved, withdrawn } from '#server/features/orders/mails.ts'
import { writeCalendar } from '#server/features/orders/write-calendar.ts'
import type { Deps } from '#server/http/routes.ts'

const LETTERS = { booked, cancelled, moved, withdrawn }

/** Tells the customer, with a file that their calendar understands, if and only if the transaction `db` commits. */
export async function mailOrder(
  deps: Deps,
  db: Db,
  orderId: number,
  what: keyof typeof LETTERS | ((order: PlacedOrder, url: string) => Letter),
): Promise<void> {
  const order = (await findPlacedOrder(db, orderId))!
  const { customer } = order
  const method = order.cancelled_at === null ? 'REQUEST' : 'CANCEL'
  const entry = describeEntry(deps, order)
  const write = typeof what === 'function' ? what : LETTERS[what]
  const mail = writeMail(customer.email, customer.language, write(order, entry.url))
  const content = writeCalendar(method, { ...entry, attendee: customer })
  await sendMail(deps, db, { ...mail, ics: { method, content } })
}
