import type { CalendarImport } from '@keyhour/contract/calendar-imports'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { lockSubOffice, type SpaceKey } from '#server/features/admin-offices/office-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { fromNow } from '#server/features/availability/event-queries.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { findImport, insertImport } from '#server/features/calendar-imports/queries.ts'
import { findLinkedZone } from '#server/features/calendar-sync/link-queries.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { deleteLink } from '#server/features/calendars/link-queries.ts'
import { openIcs } from '#server/features/calendars/open-ics.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import {
  CalendarFailed,
  type CalendarFailure,
  type OutsideCalendar,
} from '#server/outside/calendar-service.ts'
import { findHubAddressProblem, type HubAddressProblem } from '#server/outside/hub-address.ts'

const MISSING = 'This space does not exist.'

export async function getImport({ db }: Deps, space: SpaceKey): Promise<{ import: CalendarImport | null }> {
  const found = await findImport(db, space)
  return { import: found ? describe(found) : null }
}

/** A file that cannot be read now is refused: most likely the address is wrong. */
export async function saveImport(
  deps: Deps,
  space: SpaceKey,
  typed: string,
  by: Actor,
): Promise<CalendarImport> {
  const place = { office_id: space.officeId, sub_office_id: space.subOfficeId }
  const zone = orMissing(await findLinkedZone(deps.db, place), MISSING)
  const address = addressOf(deps, typed)
  const { name } = await tryFile(deps, address, zone)
  const now = deps.now()
  const { host } = new URL(address)
  return deps.db.transaction(async (db) => {
    const { deleted_at } = orMissing(await lockSubOffice(db, space), MISSING)
    if (deleted_at !== null) throw new Refusal('missing', MISSING)
    await dropImport(deps, db, space)
    const link_id = await insertImport(db, space, {
      host,
      name,
      address_sealed: deps.secrets.seal(address),
      linked_at: now.toISOString(),
      linked_by: by.session.id,
    })
    await deps.enqueue(db, SYNC_LINK, { link_id })
    await auditAct(db, by, actOn(space, 'link calendar', host), now)
    return describe((await findImport(db, space))!)
  })
}

export const endImport = (deps: Deps, space: SpaceKey, by: Actor): Promise<void> =>
  deps.db.transaction(async (db) => {
    const ended = await dropImport(deps, db, space)
    if (ended) await auditAct(db, by, actOn(space, 'unlink calendar', ended), deps.now())
  })

/** Answers the host of what was dropped. */
async function dropImport(deps: Deps, db: Db, space: SpaceKey): Promise<string | undefined> {
  const place = { office_id: space.officeId, sub_office_id: space.subOfficeId }
  await lockSpaces(db, place)
  const known = await findImport(db, space)
  if (!known) return undefined
  const now = deps.now()
  await deleteLink(db, place, { id: known.id, provider: 'ics' }, now)
  await giveBack(db, place, fromNow(now))
  await tellOfficeChanged(db, space.officeId)
  return known.host
}

const actOn = ({ officeId, subOfficeId }: SpaceKey, action: string, host: string) =>
  ({
    action,
    subject: 'sub-office',
    subject_id: subOfficeId,
    details: { office_id: officeId, provider: 'ics', host },
  }) as const

type Found = NonNullable<Awaited<ReturnType<typeof findImport>>>

const describe = ({ id: _id, failure, ...shown }: Found): CalendarImport => ({
  ...shown,
  failure: failure === null ? null : describeCalendarFailure(failure as CalendarFailure),
})

const SENTENCES: Record<HubAddressProblem, string> = {
  unreadable: 'Should be an address like https://example.com/calendar.ics',
  credentials_in_it: 'Should not contain a user name or password',
  forbidden_network: 'Keyhour does not connect to this network',
  needs_https: 'Should start with https://',
}

/** Calendar programs write `webcal` for what is fetched by https. */
function addressOf({ config: { webhookNetworks } }: Deps, typed: string): string {
  const address = typed.replace(/^webcals?:\/\//i, 'https://')
  const isPlain = webhookNetworks === 'public' && /^http:/i.test(address)
  const problem = findHubAddressProblem(address, webhookNetworks) ?? (isPlain ? 'needs_https' : undefined)
  if (problem) throw badField('url', SENTENCES[problem])
  return address
}

async function tryFile(deps: Deps, address: string, zone: string): Promise<OutsideCalendar> {
  try {
    const [calendar] = await openIcs(deps, address, zone).listCalendars()
    return calendar!
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    throw badField('url', whyNot(error.reason))
  }
}

function whyNot(reason: CalendarFailure): string {
  if (reason === 'unreadable') return 'There is no calendar file at this address.'
  if (reason === 'missing') return 'There is nothing at this address.'
  if (reason === 'forbidden') return "This address is not public. Use the calendar's secret address."
  return describeCalendarFailure(reason)
}
