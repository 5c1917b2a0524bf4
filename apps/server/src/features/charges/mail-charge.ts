import type { Db } from '#server/db/connection.ts'
import type { WriteChargeLetter } from '#server/features/charges/mails.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Letter } from '#server/features/mail/letter.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { findBuyer } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Without a calendar file, unlike the mails of orders: nothing in the calendar changes. */
export async function mailCharge(
  deps: Deps,
  db: Db,
  { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>,
  write: WriteChargeLetter,
): Promise<void> {
  if ((await findBuyer(db, user_id)).isGone) return
  const order = (await findPlacedOrder(db, id))!
  await sendLetter(deps, db, order.customer, write(order, `${deps.config.publicUrl}/order/${id}`))
}

export const mailOperator = (deps: Deps, db: Db, letter: Letter): Promise<void> =>
  sendLetter(deps, db, { email: deps.config.contactEmail, language: 'en' }, letter)
