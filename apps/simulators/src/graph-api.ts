import {
  type GraphBook,
  type GraphEvents,
  type GraphFields,
  type GraphRow,
  getEvent,
  shownEvent,
} from './graph-events.ts'
import type { GraphCalendar, Mailboxes } from './graph-mailboxes.ts'
import { badRequest, GraphRefusal } from './graph-refusal.ts'
import { answerSchedule } from './graph-schedule.ts'
import type { simulateSubscriptions } from './graph-subscriptions.ts'
import { type simulateGraphViews, zoneAsked } from './graph-views.ts'
import type { Answer, Asked } from './loopback.ts'
import type { Account, simulateOAuth } from './oauth.ts'
import { findRoute, readObject } from './routes.ts'

/** `getSchedule` refuses personal accounts. */
export type GraphAccount = Account & { isPersonal?: boolean }

/** How a second create with the same transaction id is answered: nobody has documented it. */
export type RepeatAnswer = 200 | 201 | 409

export type Outlook = {
  accounts: GraphAccount[]
  mailboxes: Mailboxes
  events: GraphEvents
  views: ReturnType<typeof simulateGraphViews>
  subscriptions: ReturnType<typeof simulateSubscriptions>
  settings: { repeatAnswer: RepeatAnswer; isDeltaForDefaultOnly: boolean }
}

type Parts = { email: string; asked: Asked; data: Record<string, unknown>; ids: string[] }
type Handler = (parts: Parts) => Answer | Promise<Answer>

const ok = (json: unknown): Answer => ({ status: 200, json })
const NOTHING: Answer = { status: 204 }

function eventHandlers({ mailboxes, events, settings }: Outlook) {
  const transactions = new Map<string, { book: GraphBook; id: string }>()

  const show = (row: GraphRow, { asked }: Parts) =>
    shownEvent(row, zoneAsked(asked), asked.query.has('$expand'))

  function writable(calendar: GraphCalendar): GraphCalendar {
    if (!calendar.canEdit)
      throw new GraphRefusal(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
    return calendar
  }

  function repeated(key: string, parts: Parts): Answer | undefined {
    const known = transactions.get(key)
    const row = known?.book.rows.get(known.id)
    if (!row || row.isDeleted) return undefined
    if (settings.repeatAnswer === 409)
      throw new GraphRefusal(409, 'ErrorDuplicateTransactionId', 'The transaction id was already used.')
    return { status: settings.repeatAnswer, json: show(row, parts) }
  }

  function create(calendar: GraphCalendar, parts: Parts): Answer {
    const fields = parts.data as GraphFields
    const key = fields.transactionId && `${parts.email} ${fields.transactionId}`
    const earlier = key && repeated(key, parts)
    if (earlier) return earlier
    const book = writable(calendar)
    const row = events.create(book, fields)
    if (key) transactions.set(key, { book, id: row.id })
    return { status: 201, json: show(row, parts) }
  }

  function find(parts: Parts): { book: GraphCalendar; row: GraphRow } {
    const version = parts.asked.headers['if-match']
    const { book, row } = getEvent(mailboxes.ofMailbox(parts.email), parts.ids.at(-1)!, version)
    return { book: book as GraphCalendar, row }
  }

  return {
    create,
    read: (parts: Parts): Answer => ok(show(find(parts).row, parts)),
    change(parts: Parts): Answer {
      const { book, row } = find(parts)
      return ok(show(events.patch(writable(book), row, parts.data as GraphFields), parts))
    },
    remove(parts: Parts): Answer {
      const { book, row } = find(parts)
      events.remove(writable(book), row)
      return NOTHING
    },
  }
}

function handlersFor(outlook: Outlook): Record<string, Handler> {
  const { accounts, mailboxes, views, subscriptions, settings } = outlook
  const event = eventHandlers(outlook)
  const calendarOf = ({ email, ids }: Parts) => mailboxes.reach(email, ids[0])
  const accountOf = (email: string) => accounts.find((account) => account.email === email)

  function delta(parts: Parts): Answer {
    const calendar = calendarOf(parts)
    if (settings.isDeltaForDefaultOnly && !calendar.isDefaultCalendar)
      throw badRequest('Change tracking is not supported against this calendar.', 'ErrorInvalidRequest')
    return ok(views.delta(calendar, parts.asked))
  }

  function schedule({ email, data, asked }: Parts): Answer {
    if (accountOf(email)?.isPersonal)
      throw new GraphRefusal(403, 'ErrorAccessDenied', 'This request does not support personal accounts.')
    return ok(answerSchedule(mailboxes, data, zoneAsked(asked)))
  }

  const byEvent = (method: string, handler: Handler) => ({
    [`${method} /me/events/:event`]: handler,
    [`${method} /me/calendars/:calendar/events/:event`]: handler,
  })

  return {
    'GET /me': ({ email }) =>
      ok({ id: email, displayName: accountOf(email)?.name, mail: email, userPrincipalName: email }),
    'GET /me/calendars': ({ email, asked }) => ok(mailboxes.list(email, asked.query)),
    'GET /me/events': (parts) => ok(views.events(calendarOf(parts), parts.asked)),
    'POST /me/events': (parts) => event.create(calendarOf(parts), parts),
    'GET /me/calendars/:calendar/events': (parts) => ok(views.events(calendarOf(parts), parts.asked)),
    'POST /me/calendars/:calendar/events': (parts) => event.create(calendarOf(parts), parts),
    'GET /me/calendarView': (parts) => ok(views.view(calendarOf(parts), parts.asked)),
    'GET /me/calendars/:calendar/calendarView': (parts) => ok(views.view(calendarOf(parts), parts.asked)),
    'GET /me/calendarView/delta': delta,
    'GET /me/calendars/:calendar/calendarView/delta': delta,
    ...byEvent('GET', event.read),
    ...byEvent('PATCH', event.change),
    ...byEvent('DELETE', event.remove),
    'POST /me/events/:event/cancel': (parts) => ({ ...event.remove(parts), status: 202 }),
    'POST /me/calendar/getSchedule': schedule,
    'GET /subscriptions': ({ email }) => ok(subscriptions.list(email)),
    'POST /subscriptions': async ({ email, data }) => ({
      status: 201,
      json: await subscriptions.create(email, data),
    }),
    'GET /subscriptions/:id': ({ email, ids }) => ok(subscriptions.read(email, ids[0]!)),
    'PATCH /subscriptions/:id': ({ email, ids, data }) => ok(subscriptions.renew(email, ids[0]!, data)),
    'DELETE /subscriptions/:id': ({ email, ids }) => {
      subscriptions.drop(email, ids[0]!)
      return NOTHING
    },
  }
}

const isAllowed = (method: string, path: string, scopes: string[]): boolean => {
  const names = scopes.map((scope) => scope.toLowerCase().replace('https://graph.microsoft.com/', ''))
  if (path === '/me') return names.includes('user.read')
  const isReading = method === 'GET' || path.startsWith('/subscriptions') || path.endsWith('/getSchedule')
  return names.includes('calendars.readwrite') || (isReading && names.includes('calendars.read'))
}

export function graphApi(outlook: Outlook, oauth: ReturnType<typeof simulateOAuth>) {
  const handlers = handlersFor(outlook)

  async function answerCall(asked: Asked): Promise<Answer> {
    const path = asked.path.replace(/^\/v1\.0/, '')
    const consent = oauth.findConsent(asked.headers.authorization)
    if (!consent)
      throw new GraphRefusal(
        401,
        'InvalidAuthenticationToken',
        'Lifetime validation failed, the token is expired.',
      )
    const route = path !== asked.path && findRoute(handlers, `${asked.method} ${path}`)
    if (!route) throw badRequest('Resource not found for the segment.', 'BadRequest')
    if (!isAllowed(asked.method, path, consent.scopes))
      throw new GraphRefusal(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
    const data = readObject(asked.body)
    if (!data) throw badRequest('Unable to read JSON request payload.', 'BadRequest')
    const answer = await route.handler({ email: consent.email, asked, data, ids: route.ids })
    const zone = zoneAsked(asked)
    return zone ? { ...answer, headers: { 'preference-applied': `outlook.timezone="${zone}"` } } : answer
  }

  return async (asked: Asked): Promise<Answer> => {
    try {
      return await answerCall(asked)
    } catch (error) {
      if (error instanceof GraphRefusal) return error.answer
      throw error
    }
  }
}
