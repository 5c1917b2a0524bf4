import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { CalendarFailed, type OutsideEvent } from '#server/outside/calendar-service.ts'
import { newSteps, orUnreadable, type Steps, startsOf } from '#server/outside/ics-repetition.ts'
import {
  clocksOf,
  DAY_MS,
  type IcsClocks,
  type IcsComponent,
  type IcsTime,
  lengthOf,
  propertiesOf,
  textOf,
} from '#server/outside/ics-times.ts'

type Options = {
  /** In milliseconds. */
  from: number
  to: number
  /** For times that name no zone, and for whole days. */
  timeZone: string
  /** Events of our own feeds are ours. */
  ownHost: string
}

const MOST_EVENTS = 20_000
const MOST_IN_ID = 200
const MOST_IN_TITLE = 200
/** By which a clock differs from UTC at most, generously. */
const MOST_OFF = DAY_MS

/** The events of an iCalendar file that take time. Throws `CalendarFailed` for anything else. */
export function readIcs(
  text: string,
  options: Options,
): { name: string | undefined; events: OutsideEvent[] } {
  const calendars = calendarsIn(text)
  const steps = newSteps()
  const events = new Map<string, OutsideEvent>()
  for (const calendar of calendars)
    for (const event of eventsOf(calendar, options, steps)) {
      events.set(event.id, event)
      if (events.size > MOST_EVENTS) throw new CalendarFailed('unreadable', { code: 'too many events' })
    }
  return { name: textOf(calendars[0]!, 'x-wr-calname'), events: [...events.values()] }
}

function calendarsIn(text: string): [IcsComponent, ...IcsComponent[]] {
  const parsed = orUnreadable(() => ICAL.parse(text) as unknown as IcsComponent | IcsComponent[])
  const [first, ...more] = (typeof parsed[0] === 'string' ? [parsed] : parsed) as IcsComponent[]
  if (first?.[0] !== 'vcalendar') throw new CalendarFailed('unreadable', { code: 'no calendar' })
  return [first, ...more]
}

function eventsOf(calendar: IcsComponent, options: Options, steps: Steps): OutsideEvent[] {
  const clocks = clocksOf(calendar, options.timeZone)
  const byUid = new Map<string, IcsComponent[]>()
  for (const component of calendar[2]) {
    if (component[0] !== 'vevent') continue
    const uid = textOf(component, 'uid') || digestOf(JSON.stringify(component))
    byUid.set(uid, [...(byUid.get(uid) ?? []), component])
  }
  return [...byUid]
    .filter(([uid]) => !isOurs(uid, options.ownHost))
    .flatMap(([uid, components]) => eventsNamed(uid, components, { ...options, clocks, steps }))
    .filter(({ from, to }) => Date.parse(from) < options.to && Date.parse(to) > options.from)
}

/** See `readFeed`. */
const isOurs = (uid: string, host: string): boolean =>
  uid.endsWith(`@${host}`) && /^(order|closure|calendar)-/.test(uid)

type Context = Options & { clocks: IcsClocks; steps: Steps }

/** One event, its repetitions, and those of them that are different. */
function eventsNamed(uid: string, components: IcsComponent[], context: Context): OutsideEvent[] {
  const { clocks } = context
  const different = new Map<number, IcsComponent>()
  for (const component of components) {
    const [replaced] = timesOf(component, 'recurrence-id', clocks)
    if (replaced) different.set(clocks.momentOf(replaced), component)
  }
  const regular = components.filter((component) => propertiesOf(component, 'recurrence-id').length === 0)
  return [
    ...regular.flatMap((component) => repetitionsOf(uid, component, { ...context, different })),
    ...[...different].flatMap(([moment, component]) => {
      const lasting = lastingOf(component, clocks)
      return lasting ? eventAt(idOf(uid, moment), component, { ...lasting, clocks }) : []
    }),
  ]
}

function repetitionsOf(
  uid: string,
  component: IcsComponent,
  context: Context & { different: Map<number, IcsComponent> },
): OutsideEvent[] {
  const { clocks, different } = context
  const lasting = lastingOf(component, clocks)
  if (!lasting) return []
  const { start: first, length } = lasting
  // Long events may have begun well before the wanted time.
  const from = context.from - length.wall - length.ms
  const isRepeated = ['rrule', 'rdate'].some((name) => propertiesOf(component, name).length > 0)
  if (!isRepeated && first.wall < from - MOST_OFF) return []
  return startsOf(component, first, { ...context, from })
    .map((start) => ({ start, moment: clocks.momentOf(start) }))
    .filter(({ moment }) => !different.has(moment))
    .flatMap(({ start, moment }) =>
      eventAt(isRepeated ? idOf(uid, moment) : idOf(uid), component, { start, length, clocks }),
    )
}

/** `wall` is added to what the clock shows, so that a night ends at the same time of day when the clocks change. */
type Length = { wall: number; ms: number }
type Lasting = { start: IcsTime; length: Length }

/** Undefined for what takes no time. */
function lastingOf(component: IcsComponent, clocks: IcsClocks): Lasting | undefined {
  const [start] = timesOf(component, 'dtstart', clocks)
  if (!start || !takesTime(component)) return undefined
  const [end] = timesOf(component, 'dtend', clocks)
  if (end && end.zone === start.zone) return { start, length: { wall: end.wall - start.wall, ms: 0 } }
  if (end) return { start, length: { wall: 0, ms: clocks.momentOf(end) - clocks.momentOf(start) } }
  const { days, ms } = lengthOf(textOf(component, 'duration')) ?? { days: start.isDate ? 1 : 0, ms: 0 }
  return { start, length: { wall: days * DAY_MS, ms } }
}

const timesOf = (component: IcsComponent, name: string, clocks: IcsClocks): IcsTime[] =>
  propertiesOf(component, name).flatMap(clocks.readAll)

function eventAt(
  id: string,
  component: IcsComponent,
  { start, length, clocks }: Lasting & { clocks: IcsClocks },
): OutsideEvent[] {
  const from = clocks.momentOf(start)
  const to = clocks.momentOf({ ...start, wall: start.wall + length.wall }) + length.ms
  if (!(to > from)) return []
  const title = textOf(component, 'summary')?.trim().slice(0, MOST_IN_TITLE)
  return [{ id, from: new Date(from).toISOString(), to: new Date(to).toISOString(), title: title || null }]
}

function takesTime(component: IcsComponent): boolean {
  const says = (name: string, value: string) => textOf(component, name)?.toUpperCase() === value
  return (
    !says('status', 'CANCELLED') &&
    !says('transp', 'TRANSPARENT') &&
    !says('x-microsoft-cdo-busystatus', 'FREE')
  )
}

/** `moment`: of the repetition, as it was planned. */
function idOf(uid: string, moment?: number): string {
  const id = moment === undefined ? uid : `${uid} ${new Date(moment).toISOString()}`
  return id.length > MOST_IN_ID ? digestOf(id) : id
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
