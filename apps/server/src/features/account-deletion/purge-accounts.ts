import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { cancelComingOrders } from '#server/features/account-deletion/cancel-coming-orders.ts'
import {
  deleteUnconfirmedBefore,
  type KnownRequest,
  listDueRequests,
  lockDueRequest,
  updateRequest,
} from '#server/features/account-deletion/queries.ts'
import { writeDeletionAudit } from '#server/features/account-deletion/write-deletion-audit.ts'
import { dropAttachments } from '#server/features/attachments/drop-attachments.ts'
import {
  forgetBillingAddress,
  forgetInvitations,
  leaveBusinesses,
} from '#server/features/businesses/queries.ts'
import { forgetCustomer } from '#server/features/charges/forget-customer.ts'
import { forgetCardHolder } from '#server/features/charges/queries.ts'
import { forgetCreditDescriptions } from '#server/features/credits/queries.ts'
import { replaceSender } from '#server/features/messages/queries.ts'
import { forgetNotes } from '#server/features/order-management/history-queries.ts'
import { forgetOrderNotes } from '#server/features/orders/details-queries.ts'
import { forgetBuyer } from '#server/features/payments/queries.ts'
import { forgetDevicesOf } from '#server/features/push/queries.ts'
import { issueBeforeHandOver } from '#server/features/statements/issue-statements.ts'
import {
  anonymousEmail,
  forgetUser,
  forgetWaysIn,
  leaveOffices,
  listOfficesToHandOver,
} from '#server/features/users/deletion-queries.ts'
import { dropPhoto } from '#server/features/users/remove-photo-file.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const UNCONFIRMED_DAYS = 30

/** Safe on several servers: each skips the accounts that another has locked. */
export const purgeAccounts = job({
  name: 'purge-accounts',
  data: z.object({}),
  // The next run tries again.
  retries: 0,
  cron: '*/15 * * * *',
  async run(deps: Deps) {
    const now = deps.now()
    await deleteUnconfirmedBefore(deps.db, new Date(now.getTime() - UNCONFIRMED_DAYS * 24 * 3_600_000))
    const due = await listDueRequests(deps.db, now)
    const purges = []
    for (const id of due) purges.push(...(await Promise.allSettled([purgeIfDue(deps, id, now)])))
    const failed = purges.filter((purge) => purge.status === 'rejected')
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${due.length} accounts could not be purged`, {
        cause: failed[0]!.reason,
      })
  },
})

const purgeIfDue = (deps: Deps, requestId: number, now: Date): Promise<void> =>
  deps.db.transaction(async (db) => {
    const found = await lockDueRequest(db, requestId, now)
    if (!found) return
    // An admin restored the account in the meantime.
    if (found.person.deleted_at === null)
      return updateRequest(db, requestId, { undone_at: now.toISOString() })
    return purge(deps, db, found, now)
  })

async function purge(deps: Deps, db: Db, { request, person }: KnownRequest, now: Date): Promise<void> {
  await forgetWaysIn(db, person)
  await forgetDevicesOf(db, person.id)
  await issueBeforeHandOver(deps, db, await listOfficesToHandOver(db, person.id))
  await leaveOffices(db, person.id)
  await leaveBusinesses(db, person.id)
  await forgetBillingAddress(db, person.email)
  await forgetInvitations(db, person.email)
  await cancelComingOrders(deps, db, person.id, { way: 'purge' })
  await forgetOrderNotes(db, person.id)
  await forgetNotes(db, person.id)
  await forgetCreditDescriptions(db, person.id)
  await forgetBuyer(db, person.id)
  await dropAttachments(deps, db, person.email)
  await replaceSender(db, person.email, anonymousEmail(person.id))
  await forgetCardHolder(db, person.id)
  const { passport_image: photo, card_token_sealed: customer } = await forgetUser(db, person.id, now)
  if (photo) await dropPhoto(deps, db, photo)
  if (customer) await deps.enqueue(db, forgetCustomer, { sealed: customer })
  await updateRequest(db, request.id, { purged_at: now.toISOString() })
  await writeDeletionAudit(db, { action: 'purge account', actor_id: null, request }, now)
}
