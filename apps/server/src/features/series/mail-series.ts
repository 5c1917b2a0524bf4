import type { Db } from '#server/db/connection.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { describeEntry } from '#server/features/orders/describe-entry.ts'
import { writeEntries } from '#server/features/orders/write-calendar.ts'
import type { Deps } from '#server/http/routes.ts'

export type WriteSeriesLetter = (orders: PlacedOrder[], url: string) => Letter

/** One mail about several orders of a customer, with one calendar file, if the transaction `db` commits. */
export async function mailSeries(
  deps: Deps,
  db: Db,
  orders: PlacedOrder[],
  write: WriteSeriesLetter,
): Promise<void> {
  const [first] = orders
  if (!first) return
  const { email, language } = first.customer
  const entries = orders.map((order) => describeEntry(deps, order))
  const file = {
    filename: 'keyhour.ics',
    contentType: 'text/calendar',
    content: Buffer.from(writeEntries(entries)).toString('base64'),
  }
  const mail = writeMail(email, language, write(orders, entries[0]!.url))
  await sendMail(deps, db, { ...mail, attachments: [file] })
}
