import { randomBytes } from 'node:crypto'
import type { GraphBook, GraphRow } from './graph-events.ts'
import { itemNotFound } from './graph-refusal.ts'
import { selected } from './graph-views.ts'
import { simulatePages } from './paging.ts'

export type GraphCalendar = GraphBook & {
  name: string
  /** Whose it is. */
  email: string
  canEdit: boolean
  isDefaultCalendar: boolean
  /** Delta tokens of an earlier age have expired. */
  deltaAge: number
}

export type NewGraphCalendar = {
  name: string
  id?: string
  /** Of the first account, when left out. */
  account?: string
  canEdit?: boolean
  timeZone?: string
}

type Owner = { email: string; name: string }

/** The calendars of all mailboxes. */
export function simulateMailboxes(accounts: Owner[], origin: () => string) {
  const calendars = new Map<string, GraphCalendar>()
  const pages = simulatePages<object, object>()

  function add({ name, account, ...more }: NewGraphCalendar, isDefaultCalendar = false): GraphCalendar {
    const calendar = {
      id: more.id ?? `AAMkAG${randomBytes(30).toString('base64url')}=`,
      name,
      email: account ?? accounts[0]!.email,
      canEdit: more.canEdit ?? true,
      isDefaultCalendar,
      timeZone: more.timeZone ?? 'Asia/Jerusalem',
      rows: new Map<string, GraphRow>(),
      deltaAge: 0,
    }
    calendars.set(calendar.id, calendar)
    return calendar
  }

  const addDefault = (account: string) => add({ name: 'Calendar', account }, true)
  for (const { email } of accounts) addDefault(email)

  const ofMailbox = (email: string) => [...calendars.values()].filter((one) => one.email === email)

  const described = ({ id, name, canEdit, isDefaultCalendar, email }: GraphCalendar) => ({
    id,
    name,
    color: 'auto',
    canEdit,
    canShare: canEdit,
    isDefaultCalendar,
    owner: { name: accounts.find((account) => account.email === email)?.name ?? email, address: email },
  })

  return {
    calendars,
    add,
    addDefault,
    ofMailbox,
    get(id: string): GraphCalendar {
      const calendar = calendars.get(id)
      if (!calendar) throw new Error(`there is no calendar ${id}`)
      return calendar
    },
    /** For a caller of the API. */
    reach(email: string, id: string | undefined): GraphCalendar {
      const found = ofMailbox(email).find((one) => (id === undefined ? one.isDefaultCalendar : one.id === id))
      if (!found) throw itemNotFound()
      return found
    },
    /** The link to the next page is a whole address. */
    list(email: string, query: URLSearchParams): object {
      const token = query.get('$skiptoken')
      const items = ofMailbox(email).map((one) => selected(described(one), query))
      const turned = token
        ? pages.follow(token)
        : pages.turn({ items, size: Number(query.get('$top') ?? 10), last: {} })
      if (!turned) throw itemNotFound()
      return {
        '@odata.context': `${origin()}/v1.0/$metadata#users('${email}')/calendars`,
        value: turned.items,
        ...(turned.token && {
          '@odata.nextLink': `${origin()}/v1.0/me/calendars?$skiptoken=${turned.token}`,
        }),
      }
    },
  }
}

export type Mailboxes = ReturnType<typeof simulateMailboxes>
