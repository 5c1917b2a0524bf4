import type { DeliveryDetails } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { bodyOf } from '#server/features/webhooks/body-of.ts'
import { findDelivery } from '#server/features/webhooks/delivery-queries.ts'
import { orMissing } from '#server/http/refusal.ts'

export async function getDelivery(db: Db, id: number): Promise<DeliveryDetails> {
  const found = orMissing(await findDelivery(db, id), 'This delivery is no longer in the log.')
  return { ...found, body: bodyOf(found) }
}
