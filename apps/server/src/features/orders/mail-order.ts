import type { Db } from '#server/db/connection.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { findPlacedOrder, type PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { describeEntry } from '#server/features/orders/describe-entry.ts'
import type { WriteLetter } from '#server/features/orders/mails.ts'
import { writeCalendar } from '#server/features/orders/write-calendar.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Mail } from '#server/outside/compose-mail.ts'

/** Mails the customer, with a calendar file, if the transaction `db` commits. */
export async function mailOrder(deps: Deps, db: Db, orderId: number, write: WriteLetter): Promise<void> {
  const order = (await findPlacedOrder(db, orderId))!
  await sendMail(deps, db, writeOrderMail(deps, order, write))
}

export function writeOrderMail(deps: Deps, order: PlacedOrder, write: WriteLetter): Mail {
  const { customer } = order
  const method = order.cancelled_at === null ? 'REQUEST' : 'CANCEL'
  const entry = describeEntry(deps, order)
  const mail = writeMail(customer.email, customer.language, write(order, entry.url))
  const content = writeCalendar(method, { ...entry, attendee: customer })
  return { ...mail, ics: { method, content } }
}
