import type { AdminPayment } from '@keyhour/contract/payments'
import type { Db } from '#server/db/connection.ts'
import {
  countPaymentsWith,
  listPaymentsWith,
  type PaymentFilter,
} from '#server/features/payment-management/queries.ts'

type Page = { page: number; page_size: number }

export async function listAllPayments(
  db: Db,
  { page, page_size, ...filter }: PaymentFilter & Page,
): Promise<{ payments: AdminPayment[]; total: number }> {
  const total = await countPaymentsWith(db, filter)
  return { payments: await listPaymentsWith(db, filter, { page, page_size }), total }
}
