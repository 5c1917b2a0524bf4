import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { deliver, MAIL_RETRIES } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { receiptFile } from '#server/features/payments/get-receipt.ts'
import { receipt } from '#server/features/payments/mails.ts'
import { findBuyer, findPayment } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Draws the receipt and mails it. A deleted user gets none. */
export const deliverReceipt = job({
  name: 'deliver-receipt',
  data: z.object({ id: z.uuid(), payment_id: z.int() }),
  retries: MAIL_RETRIES,
  async run(deps: Deps, { id, payment_id }) {
    const payment = (await findPayment(deps.db, payment_id))!
    const buyer = await findBuyer(deps.db, payment.user_id)
    if (buyer.isGone) return
    const { name, pdf } = await receiptFile(deps, payment, buyer.language)
    const mail = writeMail(buyer.email, buyer.language, receipt(buyer, payment, deps.config))
    const attachments = [{ filename: name, contentType: 'application/pdf', content: pdf.toString('base64') }]
    await deliver(deps, { ...mail, attachments, id })
  },
})

export const mailReceipt = ({ enqueue }: Deps, db: Db, paymentId: number): Promise<void> =>
  enqueue(db, deliverReceipt, { id: randomUUID(), payment_id: paymentId })
