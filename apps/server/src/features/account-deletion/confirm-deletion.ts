import type { AffectedOrder, ShownOrders } from '@keyhour/contract/account-deletion'
import {
  cancelComingOrders,
  listAffectedOrders,
} from '#server/features/account-deletion/cancel-coming-orders.ts'
import { deactivated } from '#server/features/account-deletion/mails.ts'
import {
  findRequest,
  findRunningDeletion,
  lockRequest,
  updateRequest,
} from '#server/features/account-deletion/queries.ts'
import { canBeConfirmed, purgeAfter } from '#server/features/account-deletion/rules.ts'
import { openLink, signLink } from '#server/features/account-deletion/sign-link.ts'
import { writeDeletionAudit } from '#server/features/account-deletion/write-deletion-audit.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { lockAdmins } from '#server/features/users/admin-queries.ts'
import { deactivateUser } from '#server/features/users/deletion-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const notValid = () => new Refusal('missing', 'This link is no longer valid.')

type Confirmed = { msg: string; purge_after: string }

export async function previewAccountDeletion(
  deps: Deps,
  token: string,
): Promise<{ orders: AffectedOrder[] }> {
  const id = openLink(deps.secrets, 'confirm deletion', token)
  const found = id === undefined ? undefined : await findRequest(deps.db, id)
  if (!found || !canBeConfirmed(found.request, deps.now())) throw notValid()
  return { orders: await listAffectedOrders(deps, found.person.id, 'own request') }
}

type Confirmation = { token: string; orders?: ShownOrders | undefined }

/** Idempotent: a second use, or another link of the same person, answers with the running deletion. */
export async function confirmDeletion(
  deps: Deps,
  { token, orders: shown }: Confirmation,
): Promise<Confirmed> {
  const now = deps.now()
  const purge_after = await deps.db.transaction(async (db) => {
    const id = openLink(deps.secrets, 'confirm deletion', token)
    if (id === undefined) throw notValid()
    const admins = await lockAdmins(db)
    const found = await lockRequest(db, id)
    if (!found || !canBeConfirmed(found.request, now)) throw notValid()

    const { request, person } = found
    const running = await findRunningDeletion(db, person.id)
    if (running && person.deleted_at !== null) return running.purge_after
    if (admins.length === 1 && admins[0] === person.id)
      throw new Refusal('conflict', 'You are the only admin. Please make someone else an admin first.')
    // An admin restored the account in the meantime.
    if (running) await updateRequest(db, running.id, { undone_at: now.toISOString() })

    const when = { confirmed_at: now.toISOString(), purge_after: purgeAfter(now).toISOString() }
    await updateRequest(db, request.id, when)
    await deactivateUser(db, person.id, when.confirmed_at)
    const affected = await cancelComingOrders(deps, db, person.id, { way: 'own request', shown })
    const letter = deactivated(person, {
      purgeAfter: when.purge_after,
      url: signLink(deps, 'undo deletion', request.id),
      cancelled: affected.filter(({ is_running }) => !is_running).length,
      ended: affected.filter(({ is_running }) => is_running).length,
    })
    await sendLetter(deps, db, person, letter)
    await writeDeletionAudit(db, { action: 'confirm deletion', actor_id: person.id, request }, now)
    return when.purge_after
  })
  return { msg: 'Your account is deactivated.', purge_after }
}
