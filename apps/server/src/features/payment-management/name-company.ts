import type { Db } from '#server/db/connection.ts'
import { findBusinessRow } from '#server/features/businesses/queries.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'

/** For the details of audit entries: the company whose pool has the credits of a payment, or nothing. */
export async function nameCompany(
  db: Db,
  { business_id }: PaymentRow,
): Promise<Record<string, number | string>> {
  if (business_id === null) return {}
  const { name } = (await findBusinessRow(db, business_id))!
  return { business_id, business_name: name }
}
