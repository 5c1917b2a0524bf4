import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { deliver, MAIL_RETRIES } from '#server/features/mail/deliver-mail.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { writeOrderMail } from '#server/features/orders/mail-order.ts'
import { booked } from '#server/features/orders/mails.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Writes and delivers the mail about a booking. The order is as it was when it was booked, encrypted like a mail. */
export const deliverBookingMail = job({
  name: 'deliver-booking-mail',
  data: z.object({ id: z.uuid(), sealed: z.string() }),
  retries: MAIL_RETRIES,
  batch: 20,
  async run(deps: Deps, { id, sealed }) {
    const order = JSON.parse(deps.secrets.open(sealed)) as PlacedOrder
    await deliver(deps, { ...writeOrderMail(deps, order, booked), id })
  },
})

/** Leaves the mail to the queue: a booking should not wait for it. */
export function mailBooking({ enqueue, secrets }: Deps, db: Db, order: PlacedOrder): Promise<void> {
  return enqueue(db, deliverBookingMail, {
    id: randomUUID(),
    sealed: secrets.seal(JSON.stringify(order)),
  })
}
