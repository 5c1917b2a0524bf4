import { randomUUID } from 'node:crypto'
import { type GraphAccount, graphApi, type Outlook, type RepeatAnswer } from './graph-api.ts'
import { type GraphFields, getEvent, shownEvent, simulateGraphEvents, spanOfDays } from './graph-events.ts'
import { type NewGraphCalendar, simulateMailboxes } from './graph-mailboxes.ts'
import { GRAPH_FAILURES } from './graph-refusal.ts'
import { simulateSubscriptions } from './graph-subscriptions.ts'
import { simulateGraphViews } from './graph-views.ts'
import { type Asked, answerOnLoopback } from './loopback.ts'
import { type OAuthError, simulateOAuth } from './oauth.ts'
import { type PushSettings, simulatePushes, withPushes } from './pushes.ts'
import type { Repetition } from './repetition.ts'

export type MicrosoftGraphOptions = PushSettings & {
  now: () => Date
  accounts?: GraphAccount[]
  /** Only these are accepted; any, when left out. */
  redirectUris?: string[]
  accessLifeMs?: number
  /** Whether calendars other than the default one refuse delta. */
  isDeltaForDefaultOnly?: boolean
}

type Times = { start: string; end: string }

/** `start` and `end` are moments, or days for events that take whole days. */
export type OutsideGraphEvent = Times & { id?: string; repetition?: Repetition } & Omit<
    GraphFields,
    'start' | 'end'
  >

const CLIENT_ID = '5f6d3a1c-0000-4000-8000-6b6579686f75'
const CLIENT_SECRET = 'keyhour~tests~secret'
const ACCOUNTS: GraphAccount[] = [{ email: 'office@keyhour.example', name: 'Keyhour Office' }]

/** Four calls at once for each mailbox. */
const MOST_AT_ONCE = 4

const CODES: Record<OAuthError, number> = {
  invalid_grant: 70000,
  invalid_client: 7000215,
  invalid_request: 900144,
  unsupported_grant_type: 70003,
}

function simulateLogin({ now, redirectUris, accessLifeMs }: MicrosoftGraphOptions, accounts: GraphAccount[]) {
  return simulateOAuth({
    now,
    service: 'Microsoft',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    accounts,
    prefixes: { code: 'M.C5_', access: 'EwB', refresh: '0.A' },
    rotation: 'is replaced and ends',
    isSelective: false,
    isOffline: (request) => request.get('scope')!.split(' ').includes('offline_access'),
    refuse: (error, description) => ({
      status: error === 'invalid_client' ? 401 : 400,
      json: {
        error,
        error_description: `AADSTS${CODES[error]}: ${description}`,
        error_codes: [CODES[error]],
        timestamp: now().toISOString().replace('T', ' ').replace(/\.\d+/, ''),
        trace_id: randomUUID(),
        correlation_id: randomUUID(),
      },
    }),
    ...(redirectUris && { redirectUris }),
    ...(accessLifeMs && { accessLifeMs }),
  })
}

/** What people do in their calendars, without the product. */
function actsIn({ mailboxes, events, subscriptions, settings }: Outlook) {
  const span = ({ start, end }: Times, zone: string) =>
    /^\d{4}-\d\d-\d\d$/.test(start)
      ? spanOfDays(start, end, zone)
      : { start: Date.parse(start), end: Date.parse(end), days: undefined }
  const find = (calendarId: string, id: string) => getEvent([mailboxes.get(calendarId)], id)

  return {
    /** Answers the id. */
    addCalendar: (calendar: NewGraphCalendar): string => mailboxes.add(calendar).id,
    /** Of the first account, when left out. */
    defaultCalendar: (account?: string): string =>
      [...mailboxes.calendars.values()].find(
        ({ email, isDefaultCalendar }) => isDefaultCalendar && email === (account ?? email),
      )!.id,
    /** As if the owner deleted it. */
    removeCalendar: (id: string) => void mailboxes.calendars.delete(id),
    /** Answers the id. */
    addEvent(calendarId: string, { start, end, id, repetition, ...fields }: OutsideGraphEvent): string {
      const calendar = mailboxes.get(calendarId)
      return events.add(calendar, fields, span({ start, end }, calendar.timeZone), { id, repetition }).id
    },
    moveEvent(calendarId: string, id: string, to: Times) {
      const { book, row } = find(calendarId, id)
      events.change(book, row, {}, span(to, book.timeZone))
    },
    changeEvent(calendarId: string, id: string, fields: GraphFields) {
      const { book, row } = find(calendarId, id)
      events.change(book, row, fields)
    },
    deleteEvent(calendarId: string, id: string) {
      const { book, row } = find(calendarId, id)
      events.remove(book, row)
    },
    /** Those that are not deleted, in UTC; a series is there once, and each of its occurrences. */
    eventsIn: (calendarId: string): Record<string, unknown>[] =>
      [...mailboxes.get(calendarId).rows.values()]
        .filter(({ isDeleted }) => !isDeleted)
        .map((row) => shownEvent(row, 'UTC', true)),
    /** Those that have not expired. */
    subscriptions: subscriptions.live,
    /** The next delta by an earlier link gets 410. */
    expireDeltaLinks(calendarId: string) {
      mailboxes.get(calendarId).deltaAge += 1
    },
    tellLifecycle: subscriptions.tellLifecycle,
    /** How a second create with the same transaction id is answered from now on. */
    answerRepeats(status: RepeatAnswer) {
      settings.repeatAnswer = status
    },
  }
}

function simulateOutlook(options: MicrosoftGraphOptions, accounts: GraphAccount[], origin: () => string) {
  const pushes = simulatePushes({ ...options, isRetried: (status) => status < 200 || status >= 300 })
  const mailboxes = simulateMailboxes(accounts, origin)
  const subscriptions = simulateSubscriptions({
    now: options.now,
    pushes,
    checkCalendar: (email, id) => void mailboxes.reach(email, id),
  })
  const events = simulateGraphEvents({
    now: options.now,
    onChange: ({ id }, row, change) => subscriptions.tell(mailboxes.get(id).email, row, change),
  })
  const outlook: Outlook = {
    accounts,
    mailboxes,
    events,
    views: simulateGraphViews(events, origin),
    subscriptions,
    settings: { repeatAnswer: 201, isDeltaForDefaultOnly: options.isDeltaForDefaultOnly ?? false },
  }
  return { outlook, pushes }
}

/** Microsoft on loopback, as far as calendars are concerned: consent, Graph, notifications. */
export async function simulateMicrosoftGraph(options: MicrosoftGraphOptions) {
  const accounts = [...(options.accounts ?? ACCOUNTS)]
  let origin = ''
  const oauth = simulateLogin(options, accounts)
  const { outlook, pushes } = simulateOutlook(options, accounts, () => origin)
  const answerApi = graphApi(outlook, oauth)

  function answer(asked: Asked) {
    const [, endpoint] = /^\/[\w.-]+\/oauth2\/v2\.0\/(authorize|token)$/.exec(asked.path) ?? []
    if (endpoint === 'authorize') return oauth.answerPage(asked)
    return endpoint === 'token' && asked.method === 'POST' ? oauth.answerToken(asked) : answerApi(asked)
  }

  const server = await answerOnLoopback(answer, {
    failures: GRAPH_FAILURES,
    limit: {
      atOnce: MOST_AT_ONCE,
      caller: ({ headers }) => oauth.findConsent(headers.authorization)?.email,
      answer: GRAPH_FAILURES['429'],
    },
  })
  origin = server.url

  return {
    ...withPushes(server, pushes),
    ...oauth.acts,
    ...actsIn(outlook),
    addAccount(account: GraphAccount) {
      oauth.acts.addAccount(account)
      outlook.mailboxes.addDefault(account.email)
    },
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    /** Of login.microsoftonline.com: the page is at /{tenant}/oauth2/v2.0/authorize. */
    loginUrl: origin,
    graphUrl: `${origin}/v1.0`,
  }
}
