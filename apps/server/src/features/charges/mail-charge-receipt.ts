import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { chargeReceiptFile } from '#server/features/charges/get-charge-receipt.ts'
import { chargeReceipt } from '#server/features/charges/mails.ts'
import { deliver, MAIL_RETRIES } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { findCharge } from '#server/features/orders/charge-queries.ts'
import { findBuyer } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Draws the receipt and mails it. A deleted user gets none. */
export const deliverChargeReceipt = job({
  name: 'deliver-charge-receipt',
  data: z.object({ id: z.uuid(), charge_id: z.int() }),
  retries: MAIL_RETRIES,
  async run(deps: Deps, { id, charge_id }) {
    const charge = (await findCharge(deps.db, charge_id))!
    const buyer = await findBuyer(deps.db, charge.user_id)
    if (buyer.isGone) return
    const { name, pdf } = await chargeReceiptFile(deps, charge)
    const order = (await findPlacedOrder(deps.db, charge.order_id))!
    const letter = chargeReceipt(charge)(order, `${deps.config.publicUrl}/order/${order.id}`)
    const mail = writeMail(buyer.email, buyer.language, letter)
    const attachments = [{ filename: name, contentType: 'application/pdf', content: pdf.toString('base64') }]
    await deliver(deps, { ...mail, attachments, id })
  },
})

export const mailChargeReceipt = ({ enqueue }: Deps, db: Db, chargeId: number): Promise<void> =>
  enqueue(db, deliverChargeReceipt, { id: randomUUID(), charge_id: chargeId })
