import type { HomeAssistant, HomeAssistantUpdate } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { isOpenOffice } from '#server/features/access/device-queries.ts'
import { describeHub, type HubRow, lockHub, updateHub } from '#server/features/access/hub-queries.ts'
import { refuseAddress } from '#server/features/access/refuse-address.ts'
import { differencesOf } from '#server/features/access/rules.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { findUserName } from '#server/features/users/profile-queries.ts'
import { badField, orMissing, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What is so already is no change. At another office it opens the doors there, and no longer those it left. */
export function changeHomeAssistant(
  deps: Deps,
  id: number,
  { version, token, ...fields }: HomeAssistantUpdate,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<HomeAssistant> {
  const now = deps.now()
  if (fields.url !== undefined) refuseAddress(deps.config, fields.url)
  return deps.db.transaction(async (db) => {
    const hub = orMissing(await lockHub(db, id), 'This hub does not exist.')
    if (version !== hub.version)
      throw stale({ by: await findUserName(db, hub.updated_by), at: hub.updated_at })
    if (token === undefined && isElsewhere(hub.url, fields.url))
      throw badField('token', 'The token is for the address before: please enter one for this address.')
    const changed = {
      ...differencesOf<HubRow>(hub, fields),
      ...(token !== undefined &&
        token !== deps.secrets.open(hub.token_sealed) && { token_sealed: deps.secrets.seal(token) }),
    }
    if (Object.keys(changed).length === 0) return describeHub(hub)
    if (changed.office_id !== undefined && !(await isOpenOffice(db, changed.office_id)))
      throw badField('office_id', 'This office does not exist.')

    const after = await updateHub(db, id, changed, { id: session.id, at: now.toISOString() })
    for (const officeId of new Set([hub.office_id, after.office_id])) await followDoors(deps, db, officeId)
    const details = { changed: Object.keys(changed).join(', ').replace('token_sealed', 'token') }
    const entry = { action: 'change hub', subject: 'hub', subject_id: id, details, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    return describeHub(after)
  })
}

/** A token is told only to the hub that it was given for. */
const isElsewhere = (before: string, after: string | undefined): boolean =>
  after !== undefined && new URL(after).origin !== new URL(before).origin
