import { momentAt } from '@keyhour/contract/office-clock'
import ICAL from 'ical.js'

/** As `ICAL.parse` returns them: the jCal of RFC 7265. */
export type IcsProperty = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]
export type IcsComponent = [name: string, properties: IcsProperty[], components: IcsComponent[]]

/** What the clock shows: milliseconds as if it were UTC. */
type WallTime = number

/** A time as it is written in the file. */
export type IcsTime = {
  wall: WallTime
  isDate: boolean
  /** Undefined: on the clock of the office. */
  zone: IcsZone | undefined
}

/** Turns what its clock shows into a moment. */
type IcsZone = (wall: WallTime) => number

const HOUR = 3_600_000
export const DAY_MS = 24 * HOUR

export const propertiesOf = ([, properties]: IcsComponent, name: string): IcsProperty[] =>
  properties.filter((property) => property[0] === name)

export const textOf = (component: IcsComponent, name: string): string | undefined => {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : undefined
}

const utc: IcsZone = (wall) => wall

const zoneNamed =
  (timeZone: string): IcsZone =>
  (wall) => {
    const text = new Date(wall).toISOString()
    return momentAt(text.slice(0, 10), text.slice(11, 19), timeZone)
  }

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** The clocks of a file. A zone that is known by its name counts as we know it: many files describe theirs wrongly. */
export function clocksOf(calendar: IcsComponent, officeZone: string) {
  const zones = new Map<string, IcsZone>()
  const office = zoneNamed(officeZone)

  function zoneOf(id: string): IcsZone {
    const found = zones.get(id)
    if (found) return found
    const name = id.replace(/^\/[^/]+\/(?:[^/]+\/)?(?=[A-Z])/, '')
    const made = isKnown(name) ? zoneNamed(name) : (zoneDescribed(calendar, id) ?? office)
    zones.set(id, made)
    return made
  }

  function read(text: unknown, zoneId: string | string[] | undefined): IcsTime | undefined {
    const [, date, time, isUtc] =
      /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z)?)?$/.exec(typeof text === 'string' ? text : '') ?? []
    const wall = Date.parse(`${date}T${time ?? '00:00:00'}Z`)
    if (Number.isNaN(wall)) return undefined
    if (time === undefined) return { wall, isDate: true, zone: undefined }
    if (isUtc) return { wall, isDate: false, zone: utc }
    return { wall, isDate: false, zone: typeof zoneId === 'string' ? zoneOf(zoneId) : undefined }
  }

  return {
    read,
    /** All times of a property, such as the exceptions of a repeated event. */
    readAll: ([, { tzid }, , ...values]: IcsProperty): IcsTime[] =>
      values.flatMap((value) => read(Array.isArray(value) ? value[0] : value, tzid) ?? []),
    momentOf: ({ wall, zone = office }: IcsTime): number => zone(wall),
  }
}

export type IcsClocks = ReturnType<typeof clocksOf>

/** Outlook names zones in its own way and describes them in the file. */
function zoneDescribed(calendar: IcsComponent, id: string): IcsZone | undefined {
  const described = calendar[2].find(
    (component) => component[0] === 'vtimezone' && textOf(component, 'tzid') === id,
  )
  if (!described?.[2].every(isHarmless)) return undefined
  const zone = new ICAL.Timezone(new ICAL.Component(described))
  return (wall) => {
    const time = ICAL.Time.fromJSDate(new Date(wall), true)
    time.zone = zone
    return wall - zone.utcOffset(time) * 1000
  }
}

/** Whatever else it says, computing the changes of its clock ends. */
function isHarmless(observance: IcsComponent): boolean {
  return propertiesOf(observance, 'rrule').every(([, , , value]) => {
    const { freq, interval = 1 } = (value ?? {}) as { freq?: string; interval?: number }
    return freq === 'YEARLY' && interval <= 10
  })
}

/** Days are counted by the calendar, hours as they pass: a day may have 23 or 25 of them. */
export type IcsLength = { days: number; ms: number }

export function lengthOf(text: string | undefined): IcsLength | undefined {
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/
      .exec(text ?? '')
      ?.map((digits) => Number(digits ?? 0)) ?? []
  if (!text || weeks + days + hours + minutes + seconds === 0) return undefined
  return { days: weeks * 7 + days, ms: hours * HOUR + minutes * 60_000 + seconds * 1000 }
}
