import type { Db } from '#server/db/connection.ts'
import { findBusinessRow, listManagers } from '#server/features/businesses/queries.ts'
import { type Recipient, unlinked } from '#server/features/mail/letter.ts'
import type { Company } from '#server/features/payments/mails.ts'
import { findBuyer, type PaymentRow } from '#server/features/payments/queries.ts'

/** `id`: of the user; null for the billing address of a company. */
type Reader = Recipient & { id: number | null; email: string }

/**
 * Who gets the mails about a payment: its buyer, or the managers of its company and its billing address, each address
 * once; the buyer if nobody of the company is left. Deleted users get none. The billing address may be a stranger's, so that no name becomes a link.
 */
export async function findReaders(
  db: Db,
  { business_id, user_id }: PaymentRow,
): Promise<{ company: Company | null; readers: Reader[] }> {
  const buyer = await findBuyer(db, user_id)
  if (business_id === null) return { company: null, readers: buyer.isGone ? [] : [buyer] }
  const [{ billing_email, ...row }, managers] = [
    (await findBusinessRow(db, business_id))!,
    await listManagers(db, business_id),
  ]
  const company = { id: row.id, name: unlinked(row.name), billing_email, closed_at: row.deleted_at }
  const known = managers.length > 0 || billing_email !== null || buyer.isGone ? managers : [buyer]
  const isNew = billing_email !== null && !known.some(({ email }) => isSame(email, billing_email))
  if (!isNew) return { company, readers: known }
  const billing = { id: null, name: company.name, email: billing_email, language: buyer.language }
  return { company, readers: [...known, billing] }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
