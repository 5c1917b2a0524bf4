import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { fromNow } from '#server/features/availability/event-queries.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { type ChannelToClose, closeChannel } from '#server/features/calendars/close-channel.ts'
import { copyKeyOf } from '#server/features/calendars/copy-key.ts'
import { listComingCopies } from '#server/features/calendars/copy-queries.ts'
import {
  clearLinkField,
  deleteLink,
  findLinkFields,
  insertLink,
  type LinkField,
  listConnected,
  listSubOfficeIds,
  lockLinks,
  type SubOfficeRef,
} from '#server/features/calendars/link-queries.ts'
import { nameLinks } from '#server/features/calendars/name-links.ts'
import { type CopiesToRemove, removeCopies } from '#server/features/calendars/remove-copies.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Provider = AccountKey['provider']

/**
 * Makes the links of a sub-office follow its link fields. Run it in the transaction that changes those fields, connects
 * or disconnects the office, or deletes or restores one of the two. An .ics file has no field, and is left alone. A calendar that another
 * sub-office has is refused in the fields that an admin has just chosen, and taken out of all others.
 */
export async function followLinks(
  deps: Deps,
  db: Db,
  place: SubOfficeRef,
  by: Actor,
  chosen: LinkField[] = [],
): Promise<void> {
  const { channels, copies, afterMs } = await relink(deps, db, place, by, chosen)
  for (const channel of channels) await deps.enqueue(db, closeChannel, channel)
  for (const some of copies) await deps.enqueue(db, removeCopies, some, afterMs)
}

/** The same for all sub-offices of an office. */
export async function followLinksIn(deps: Deps, db: Db, office_id: number, by: Actor): Promise<void> {
  await lockSpaces(db, { office_id, sub_office_id: null })
  for (const sub_office_id of await listSubOfficeIds(db, office_id))
    await followLinks(deps, db, { office_id, sub_office_id }, by)
}

/** What is left at a service after unlinking. Until `afterMs` a copy may still be on its way there. */
export type Left = { channels: ChannelToClose[]; copies: CopiesToRemove[]; afterMs: number }

/** A server that was at work when its link was deleted makes no more calls after that. */
const LAST_CALL_MS = 60_000

/** Answers what it leaves there. */
export async function relink(
  deps: Deps,
  db: Db,
  place: SubOfficeRef,
  by: Actor,
  chosen: LinkField[] = [],
): Promise<Left> {
  await lockSpaces(db, place)
  const toLink = await findCalendars(db, place)
  const known = await lockLinks(db, place)
  const gone = known.filter(({ provider, calendar_id, is_room }) => {
    const now = toLink.get(provider as Provider)
    return now?.id !== calendar_id || now.is_room !== is_room
  })
  const now = deps.now()
  const left = await listLeft(deps, db, place, gone)
  for (const link of gone) await deleteLink(db, place, link, now)
  if (gone.length > 0) {
    await giveBack(db, place, fromNow(now))
    await tellOfficeChanged(db, place.office_id)
  }
  for (const [provider, { id: calendar_id, is_room, field }] of toLink) {
    if (known.some((link) => link.provider === provider && !gone.includes(link))) continue
    const linked = { linked_at: now.toISOString(), linked_by: by.session.id }
    const link_id = await insertLink(db, { ...place, provider, calendar_id, is_room, ...linked })
    if (link_id === undefined) {
      if (chosen.includes(field))
        throw badField(field, 'This calendar is already linked to another space of this office.', calendar_id)
      await clearLinkField(db, place, field, { id: by.session.id, at: now.toISOString() })
      continue
    }
    await deps.enqueue(db, nameLinks, { office_id: place.office_id, provider })
    await deps.enqueue(db, SYNC_LINK, { link_id })
  }
  return left
}

/** Each job removes a few copies, so that a service which wants a pause does not make it begin again from the first. */
const MOST_PER_JOB = 100

type Gone = Awaited<ReturnType<typeof lockLinks>>

async function listLeft(deps: Deps, db: Db, place: SubOfficeRef, gone: Gone): Promise<Left> {
  const isBusy = gone.some(({ is_leased }) => is_leased)
  const left: Left = { channels: [], copies: [], afterMs: isBusy ? LAST_CALL_MS : 0 }
  for (const { id, calendar_id, is_room, channel_id, channel_ref, ...link } of gone) {
    const account = { office_id: place.office_id, provider: link.provider as Provider }
    if (channel_id && channel_ref) left.channels.push({ ...account, channel_id, channel_ref })
    const coming = await listComingCopies(db, id, deps.now())
    const copies = coming.map((copy) => ({
      order_id: copy.order_id,
      event_id: copy.event_id,
      key: copyKeyOf(deps, place, copy),
    }))
    for (let from = 0; from < copies.length; from += MOST_PER_JOB)
      left.copies.push({ ...account, calendar_id, is_room, copies: copies.slice(from, from + MOST_PER_JOB) })
  }
  return left
}

type CalendarsToLink = Map<Provider, { id: string; is_room: boolean; field: LinkField }>

/** Only services that the office is connected to. */
async function findCalendars(db: Db, { office_id, sub_office_id }: SubOfficeRef): Promise<CalendarsToLink> {
  const fields = await findLinkFields(db, { office_id, sub_office_id })
  if (!fields || fields.is_deleted) return new Map()
  const connected = await listConnected(db, office_id)
  const google = fields.google_calendar_type === 'rooms' ? 'google_calendar_room_id' : 'google_calendar_id'
  const FIELD_OF = {
    google,
    outlook: 'outlook_calendar_id',
    nexudus: 'nexudus_resource_id',
    pickspace: 'pickspace_room_id',
    roo: 'roo_room_id',
  } as const
  const toLink: CalendarsToLink = new Map()
  for (const [provider, field] of Object.entries(FIELD_OF) as [Provider, LinkField][]) {
    const id = fields[field]
    if (typeof id !== 'string' || !connected.includes(provider)) continue
    toLink.set(provider, { id, is_room: field === 'google_calendar_room_id', field })
  }
  return toLink
}
