import { z } from 'zod'
import type { Config } from '#server/config.ts'
import {
  CalendarFailed,
  type CalendarService,
  type Copy,
  type EventSpan,
  type Reading,
  type Written,
} from '#server/outside/calendar-service.ts'
import { type AccessToken, type AskAccount, askAccount, askAfter } from '#server/outside/call-account.ts'
import { readAnswer, waitOf } from '#server/outside/call-calendar.ts'
import {
  findEventByKey,
  GraphEvent,
  GraphEvents,
  graphFieldsOf,
  isAt,
  sortGraphEvents,
  transactionIdOf,
} from '#server/outside/graph-events.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'
import type { OAuthClient } from '#server/outside/oauth.ts'

type Setting = NonNullable<Config['outlook']>

export type GraphAccount = {
  token: AccessToken
  now: () => Date
  /** Whole days in Outlook have no zone, so they are days of the office. */
  timeZone: string
  ms?: number
}

/** Microsoft has a host for each of these; a stand-in has one for both. */
const addressesOf = ({ url }: Setting) => ({
  login: url ?? 'https://login.microsoftonline.com',
  graph: `${url ?? 'https://graph.microsoft.com'}/v1.0`,
})

export function outlookClient(setting: Setting): OAuthClient {
  const oauth = `${addressesOf(setting).login}/${setting.tenant}/oauth2/v2.0`
  return {
    clientId: setting.clientId,
    clientSecret: setting.clientSecret,
    pageUrl: `${oauth}/authorize`,
    tokenUrl: `${oauth}/token`,
    scopes: ['offline_access', 'openid', 'profile', 'User.Read', 'Calendars.ReadWrite'],
    neededScopes: ['Calendars.ReadWrite'],
    pageSettings: { response_mode: 'query', prompt: 'select_account' },
  }
}

const Calendars = z.object({
  value: z.array(z.object({ id: z.string().min(1), name: z.string(), canEdit: z.boolean().optional() })),
  '@odata.nextLink': z.string().optional(),
})
const Me = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() })
const Subscription = z.object({ id: z.string().min(1), expirationDateTime: z.string() })
const Problem = z.object({ error: z.object({ code: z.string() }) })

/** More than any calendar has: we missed the end of the list. */
const MOST_PAGES = 200
const EXPIRED = 410
const MISSING = 404
const DUPLICATE = 409
const BAD_REQUEST = 400
/** Without an offset times are in UTC, and ids stay when an event moves between folders. */
const PREFER = 'outlook.timezone="UTC", IdType="ImmutableId"'
const USUAL_WAIT_MS = 30_000
/** The longest that Microsoft allows, and a minute for clocks that differ. */
const CHANNEL_MS = (4230 - 1) * 60_000

const codeIn = ({ text, status }: Answer): string =>
  Problem.safeParse(parseJson(text)).data?.error.code ?? String(status)

function failureIn(answer: Answer, now: Date): CalendarFailed {
  const { status } = answer
  const code = codeIn(answer)
  const waitMs = waitOf(answer, now)
  if (status === 429) return new CalendarFailed('throttled', { waitMs: waitMs ?? USUAL_WAIT_MS, code })
  if (status >= 500) return new CalendarFailed('out_of_order', { ...(waitMs && { waitMs }), code })
  if (status === 403) return new CalendarFailed('forbidden', { code })
  if (status === MISSING || status === EXPIRED) return new CalendarFailed('missing', { code })
  return new CalendarFailed('unreadable', { code })
}

function asking(setting: Setting, { token, now, ms }: GraphAccount): AskAccount {
  const url = addressesOf(setting).graph
  const ask = askAccount({ url, token, ...(ms && { ms }) }, (answer) => failureIn(answer, now()))
  return (call) => ask({ ...call, headers: { prefer: PREFER, ...call.headers } })
}

/** Links to the next page are whole addresses: only those of the same service are followed. */
function pathOf(setting: Setting, link: string): string {
  const { graph } = addressesOf(setting)
  if (!link.startsWith(`${graph}/`)) throw new CalendarFailed('address_refused')
  return link.slice(graph.length)
}

/** The address of the account; null if it cannot be found out. */
export async function findOutlookEmail(setting: Setting, account: GraphAccount): Promise<string | null> {
  const { mail, userPrincipalName } = readAnswer(await asking(setting, account)({ path: '/me' }), Me)
  return mail || userPrincipalName || null
}

type Pages = { items: GraphEvent[]; deltaLink: string | null }

/** Undefined if it answers with a status of `stopAt`. */
async function readPages(
  ask: AskAccount,
  setting: Setting,
  first: { path: string; prefer: string },
  stopAt: number[],
): Promise<Pages | undefined> {
  const items: GraphEvent[] = []
  const headers = { prefer: first.prefer }
  let path: string | undefined = first.path
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Answer = await ask({ path, headers, mayBe: stopAt })
    if (stopAt.includes(answer.status)) return undefined
    const { value, ...links } = readAnswer(answer, GraphEvents)
    items.push(...value)
    const next = links['@odata.nextLink']
    if (!next) return { items, deltaLink: links['@odata.deltaLink'] ?? null }
    path = pathOf(setting, next)
  }
  throw new CalendarFailed('unreadable', { code: 'too many pages' })
}

const PAGE = 200
/** Microsoft does not always say 410. If it is the calendar that is gone, reading it from scratch says so. */
const FORGOTTEN = [EXPIRED, BAD_REQUEST, MISSING]

/** Occurrences come without what they share with their series. */
async function findSeries(ask: AskAccount, items: GraphEvent[]): Promise<Map<string, GraphEvent>> {
  const series = new Map(items.map((item) => [item.id, item]))
  for (const { type, seriesMasterId } of items) {
    if (type !== 'occurrence' || !seriesMasterId || series.has(seriesMasterId)) continue
    const path = `/me/events/${encodeURIComponent(seriesMasterId)}`
    const answer = await ask({ path, mayBe: [MISSING] })
    if (answer.status !== MISSING) series.set(seriesMasterId, readAnswer(answer, GraphEvent))
  }
  return series
}

type Reader = {
  setting: Setting
  account: GraphAccount
  calendarId: string
  prefix: string
  ask: AskAccount
}

/**
 * Reads on from `next`. Starts from scratch if Microsoft has forgotten what we know, and reads everything each time if
 * it does not tell the changes of this calendar.
 */
async function readEvents(
  { setting, account, calendarId, prefix, ask }: Reader,
  next: string | null,
  within: EventSpan,
): Promise<Reading> {
  const view = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView`
  const window = { startDateTime: within.from, endDateTime: within.to }
  const means = { timeZone: account.timeZone, prefix }
  const sorted = async ({ items }: Pages) => sortGraphEvents(items, await findSeries(ask, items), means)
  const prefer = `odata.maxpagesize=${PAGE}, ${PREFER}`

  if (next !== null) {
    const changes = await readPages(ask, setting, { path: pathOf(setting, next), prefer }, FORGOTTEN)
    if (changes) return { ...(await sorted(changes)), isWhole: false, next: changes.deltaLink }
  }
  const delta = `${view}/delta?${new URLSearchParams(window)}`
  const all = await readPages(ask, setting, { path: delta, prefer }, [BAD_REQUEST])
  if (all) return { ...(await sorted(all)), isWhole: true, next: all.deltaLink }
  const path = `${view}?${new URLSearchParams({ ...window, $top: String(PAGE) })}`
  const listed = await readPages(ask, setting, { path, prefer: PREFER }, [])
  // Here occurrences are complete.
  return { ...sortGraphEvents(listed!.items, new Map(), means), isWhole: true, next: null }
}

export function outlookCalendar(setting: Setting, account: GraphAccount): CalendarService {
  const ask = asking(setting, account)

  async function listCalendars() {
    const calendars: z.infer<typeof Calendars>['value'] = []
    let path: string | undefined = '/me/calendars?$top=50&$select=id,name,canEdit'
    for (let page = 0; path && page < MOST_PAGES; page += 1) {
      const answer: Answer = await ask({ path })
      const { value, '@odata.nextLink': next } = readAnswer(answer, Calendars)
      calendars.push(...value)
      path = next && pathOf(setting, next)
    }
    return calendars.filter(({ canEdit }) => canEdit !== false).map(({ id, name }) => ({ id, name }))
  }

  const eventsOf = (calendarId: string) => `/me/calendars/${encodeURIComponent(calendarId)}/events`

  const change = (eventId: string, copy: Copy, mayBe: number[] = []) =>
    ask({
      method: 'PATCH',
      path: `/me/events/${encodeURIComponent(eventId)}`,
      json: graphFieldsOf(copy),
      mayBe,
    })

  /** A repeated create is answered with the first event, as it was then, or refused. */
  async function write(calendarId: string, copy: Copy, eventId: string | null): Promise<Written> {
    if (eventId !== null && (await change(eventId, copy, [MISSING])).status !== MISSING)
      return { outcome: 'written', event_id: eventId }
    const path = eventsOf(calendarId)
    const json = { ...graphFieldsOf(copy), transactionId: transactionIdOf(copy.key) }
    const added = await ask({ method: 'POST', path, json, mayBe: [DUPLICATE] })
    const known =
      added.status === DUPLICATE ? await findEventByKey(ask, path, copy.key) : readAnswer(added, GraphEvent)
    if (!known) throw new CalendarFailed('unreadable', { code: 'transaction id used before' })
    if (!isAt(known, copy)) await change(known.id, copy)
    return { outcome: 'written', event_id: known.id }
  }

  return {
    listCalendars,
    read: (calendarId, next, within, { prefix, beforeCall }) =>
      readEvents({ setting, account, calendarId, prefix, ask: askAfter(ask, beforeCall) }, next, within),
    write,
    async remove(calendarId, eventId, key) {
      const id = eventId ?? (await findEventByKey(ask, eventsOf(calendarId), key))?.id
      if (id === undefined) return
      const path = `/me/events/${encodeURIComponent(id)}`
      await ask({ method: 'DELETE', path, mayBe: [MISSING, EXPIRED] })
    },
    channels: {
      /** The address also gets what happens to the subscription itself. */
      async open(calendarId, { address, secret }) {
        const until = new Date(account.now().getTime() + CHANNEL_MS)
        const json = {
          changeType: 'created,updated,deleted',
          notificationUrl: address,
          lifecycleNotificationUrl: address,
          resource: eventsOf(calendarId),
          expirationDateTime: until.toISOString(),
          clientState: secret,
        }
        const answer = await ask({ method: 'POST', path: '/subscriptions', json })
        const { id, expirationDateTime } = readAnswer(answer, Subscription)
        return { ref: id, until: new Date(expirationDateTime).toISOString() }
      },
      async close(_channelId, ref) {
        const path = `/subscriptions/${encodeURIComponent(ref)}`
        await ask({ method: 'DELETE', path, mayBe: [MISSING, EXPIRED] })
      },
    },
  }
}
