import { findOwnPayment, type PaymentRow } from '#server/features/payments/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export const getOwnPayment = async ({ db }: Deps, id: number, userId: number): Promise<PaymentRow> =>
  orMissing(await findOwnPayment(db, id, userId), 'This payment does not exist.')
