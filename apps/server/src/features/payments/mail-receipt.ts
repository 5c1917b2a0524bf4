import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { deliver, MAIL_RETRIES } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { findReaders } from '#server/features/payments/find-readers.ts'
import { receiptFile } from '#server/features/payments/get-receipt.ts'
import { paymentReceipt } from '#server/features/payments/mails.ts'
import { findPayment, type PaymentRow } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Draws the receipt and mails it to one of its readers, unless they stopped being one. */
export const deliverReceipt = job({
  name: 'deliver-receipt',
  // Null: the billing address of the company. Jobs of earlier versions are for the buyer.
  data: z.object({ id: z.uuid(), payment_id: z.int(), user_id: z.int().nullish() }),
  retries: MAIL_RETRIES,
  async run(deps: Deps, { id, payment_id, user_id }) {
    const payment = (await findPayment(deps.db, payment_id))!
    const { company, readers } = await findReaders(deps.db, payment)
    const wanted = user_id === undefined ? payment.user_id : user_id
    const reader = readers.find((one) => one.id === wanted)
    if (!reader) return
    const { name, pdf } = await receiptFile(deps, payment, reader.language)
    const letter = paymentReceipt(reader, { ...payment, company }, deps.config)
    const mail = writeMail(reader.email, reader.language, letter)
    const attachments = [{ filename: name, contentType: 'application/pdf', content: pdf.toString('base64') }]
    await deliver(deps, { ...mail, attachments, id })
  },
})

export async function mailReceipt({ enqueue }: Deps, db: Db, payment: PaymentRow): Promise<void> {
  const { readers } = await findReaders(db, payment)
  for (const { id: user_id } of readers)
    await enqueue(db, deliverReceipt, { id: randomUUID(), payment_id: payment.id, user_id })
}
