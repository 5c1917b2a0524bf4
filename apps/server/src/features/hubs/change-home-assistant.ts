import type { HomeAssistant, HomeAssistantUpdate } from '@keyhour/contract/hubs'
import type { Db } from '#server/db/connection.ts'
import { isLiveOffice } from '#server/features/access/device-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf } from '#server/features/audit/rules.ts'
import { endPauses } from '#server/features/grants/code-queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { settleCodes } from '#server/features/grants/settle-codes.ts'
import {
  describeHub,
  type HubRow,
  lockHub,
  MASKED_TOKEN,
  updateHub,
} from '#server/features/hubs/hub-queries.ts'
import { refuseAddress } from '#server/features/hubs/refuse-address.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { badField, orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * A new address may belong to another hub, which would report codes that it never had as removed. So the codes are
 * settled first, unless the admin says that it is the same hub.
 */
export function changeHomeAssistant(
  deps: Deps,
  id: number,
  { version, token: sent, codes_stay = false, same_hub = false, ...fields }: HomeAssistantUpdate,
  by: Actor,
): Promise<HomeAssistant> {
  const now = deps.now()
  const token = sent === MASKED_TOKEN ? undefined : sent
  if (fields.url !== undefined) refuseAddress(deps.config, fields.url)
  return deps.db.transaction(async (db) => {
    const hub = orMissing(await lockHub(db, id), 'This hub does not exist.')
    await refuseStale(db, hub, version)
    if (token === undefined && isElsewhere(hub.url, fields.url))
      throw badField(
        'token',
        'The stored token belongs to the previous address. Please enter one for this address.',
      )
    const changed = {
      ...differencesOf<HubRow>(hub, fields),
      ...(token !== undefined &&
        token !== deps.secrets.open(hub.token_sealed) && { token_sealed: deps.secrets.seal(token) }),
    }
    if (Object.keys(changed).length === 0) return describeHub(hub)
    if (changed.office_id !== undefined && !(await isLiveOffice(db, changed.office_id)))
      throw badField('office_id', 'This office does not exist.')
    const left = await leaveLocks(db, hub, changed, { codes_stay, same_hub })

    const after = await updateHub(db, id, changed, { id: by.session.id, at: now.toISOString() })
    for (const officeId of new Set([hub.office_id, after.office_id])) await followDoors(deps, db, officeId)
    const details = { changed: Object.keys(changed).join(', ').replace('token_sealed', 'token'), ...left }
    await auditAct(db, by, { action: 'change hub', subject: 'hub', subject_id: id, details }, now)
    return describeHub(after)
  })
}

type Answers = { codes_stay: boolean; same_hub: boolean }

/** Returns what became of the codes, for the audit log. */
async function leaveLocks(
  db: Db,
  hub: HubRow,
  { office_id, url }: Partial<HubRow>,
  { codes_stay, same_hub }: Answers,
): Promise<{ codes_left?: number; same_hub?: boolean }> {
  const question = { holder: { hub_id: hub.id }, mayStay: codes_stay }
  if (office_id !== undefined) return settleCodes(db, { ...question, what: 'hub' })
  if (!isElsewhere(hub.url, url)) return {}
  if (same_hub) return { same_hub }
  const left = await settleCodes(db, { ...question, what: 'hub elsewhere' })
  // The new hub gets the codes of running orders immediately.
  await endPauses(db, hub.office_id)
  return left
}

/** A token is sent only to the hub it was issued for. */
const isElsewhere = (before: string, after: string | undefined): boolean =>
  after !== undefined && new URL(after).origin !== new URL(before).origin
