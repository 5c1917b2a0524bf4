import type { OwnData } from '@keyhour/contract/users'
import type { FastifyRequest } from 'fastify'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import {
  findNotifications,
  hasSavedCard,
  listAuditOf,
  listBusinessesOf,
  listDeletionRequestsOf,
  listExportedCharges,
  listExportedOrders,
  listLedgerOf,
  listLotsOf,
  listMessagesFrom,
  listOfficesOf,
  listOrderEventsOf,
  listPaymentsOf,
  listWaitsFor,
} from '#server/features/users/export-queries.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { findPhoto, findUser } from '#server/features/users/profile-queries.ts'
import { readPhoto } from '#server/features/users/read-photo.ts'
import type { Deps } from '#server/http/routes.ts'

export async function exportOwnData(deps: Deps, by: Actor & Pick<FastifyRequest, 'log'>): Promise<OwnData> {
  const { id, email } = by.session
  await limitAttempts(deps, [{ what: 'export', who: String(id), most: 10, minutes: 60 }])
  const { db } = deps
  const now = deps.now()
  await auditAct(db, by, { action: 'export own data', subject: 'user', subject_id: id }, now)

  const { credit_lots: _, credits_set_aside: __, ...profile } = await getOwnProfile(deps, id)
  return {
    exported_at: now.toISOString(),
    user: {
      ...profile,
      email_confirmed_at: (await findUser(db, id))?.email_confirmed_at ?? null,
      has_saved_card: await hasSavedCard(db, id),
    },
    passport_image: await readPhoto(deps, { user_id: id, passport_image: await findPhoto(db, id) }, by.log),
    offices: await listOfficesOf(db, id),
    businesses: await listBusinessesOf(db, id),
    orders: await listExportedOrders(db, id),
    order_events: await listOrderEventsOf(db, id),
    credit_lots: await listLotsOf(db, id),
    credit_ledger: await listLedgerOf(db, id),
    payments: await listPaymentsOf(db, id),
    charges: await listExportedCharges(db, id),
    deletion_requests: await listDeletionRequestsOf(db, id),
    waiting_list: await listWaitsFor(db, id),
    notifications: await findNotifications(db, id),
    messages: await listMessagesFrom(db, email),
    audit: await listAuditOf(db, id),
  }
}
