import { momentAt } from '@keyhour/contract/office-clock'
import { z } from 'zod'
import type { Copy, Reading } from '#server/outside/calendar-service.ts'
import type { AskAccount } from '#server/outside/call-account.ts'
import { readAnswer } from '#server/outside/call-calendar.ts'

/** Without an offset, in UTC as we ask for it, with seven decimals. */
const When = z.object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/) })

export const GraphEvent = z.object({
  id: z.string().min(1),
  '@removed': z.object({}).optional(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  subject: z.string().nullish(),
  start: When.optional(),
  end: When.optional(),
  isAllDay: z.boolean().nullish(),
  showAs: z.string().nullish(),
  isCancelled: z.boolean().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  transactionId: z.string().nullish(),
})
export type GraphEvent = z.infer<typeof GraphEvent>

export const GraphEvents = z.object({
  value: z.array(GraphEvent),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})

/** The same for every try, so that writing twice makes one event. */
export const transactionIdOf = (key: string): string => `keyhour-${key}`

const isOurs = ({ transactionId }: GraphEvent, prefix: string): boolean =>
  transactionId?.startsWith(transactionIdOf(prefix)) === true

const isFree = ({ showAs, isCancelled, responseStatus }: GraphEvent): boolean =>
  showAs === 'free' ||
  showAs === 'workingElsewhere' ||
  isCancelled === true ||
  responseStatus?.response === 'declined'

function momentOf({ dateTime }: z.infer<typeof When>, isDay: boolean, timeZone: string): string {
  if (isDay) return new Date(momentAt(dateTime.slice(0, 10), '00:00', timeZone)).toISOString()
  return new Date(`${dateTime.slice(0, 23)}Z`).toISOString()
}

/** When it takes time; undefined if it takes none. */
function timeOf(event: GraphEvent, timeZone: string): { from: string; to: string } | undefined {
  if (event['@removed'] || event.type === 'seriesMaster' || isFree(event)) return undefined
  if (!event.start || !event.end) return undefined
  const isDay = event.isAllDay === true
  const time = { from: momentOf(event.start, isDay, timeZone), to: momentOf(event.end, isDay, timeZone) }
  return time.from < time.to ? time : undefined
}

/** `series` has what occurrences leave out. */
export function sortGraphEvents(
  items: GraphEvent[],
  series: Map<string, GraphEvent>,
  { timeZone, prefix }: { timeZone: string; prefix: string },
): Pick<Reading, 'events' | 'removed' | 'copies'> {
  const events: Reading['events'] = []
  const removed: string[] = []
  const copies: string[] = []
  for (const item of items) {
    const event = item.type === 'occurrence' ? { ...series.get(item.seriesMasterId ?? ''), ...item } : item
    const time = timeOf(event, timeZone)
    if (isOurs(event, prefix)) copies.push(item.id)
    else if (time) events.push({ id: item.id, ...time, title: event.subject || null })
    else removed.push(item.id)
  }
  return { events, removed, copies }
}

/** Our own property, by which an event is found again. */
const KEY = 'String {6b657968-6f75-4000-8000-6b6579686f75} Name keyhour'

const inUtc = (moment: string) => ({ dateTime: moment.slice(0, 19), timeZone: 'UTC' })

/** Whether an event has the times of the copy. */
export const isAt = ({ start, end }: GraphEvent, { from, to }: Copy): boolean =>
  start?.dateTime.slice(0, 19) === from.slice(0, 19) && end?.dateTime.slice(0, 19) === to.slice(0, 19)

export const graphFieldsOf = ({ key, title, note, from, to }: Copy) => ({
  subject: title,
  body: { contentType: 'text', content: note },
  start: inUtc(from),
  end: inUtc(to),
  isAllDay: false,
  showAs: 'busy',
  isReminderOn: false,
  singleValueExtendedProperties: [{ id: KEY, value: key }],
})

export async function findEventByKey(
  ask: AskAccount,
  path: string,
  key: string,
): Promise<GraphEvent | undefined> {
  const value = key.replaceAll("'", "''")
  const $filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${KEY}' and ep/value eq '${value}')`
  const answer = await ask({ path: `${path}?${new URLSearchParams({ $filter })}` })
  return readAnswer(answer, GraphEvents).value[0]
}
