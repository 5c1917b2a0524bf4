import { momentAt, offsetAt } from '@keyhour/contract/office-clock'
import { badRequest } from './graph-refusal.ts'

/** Without an offset; `timeZone` is a name of Windows or of the IANA. */
export type DateTimeTimeZone = { dateTime: string; timeZone: string }

const WINDOWS_ZONES: Record<string, string> = {
  UTC: 'UTC',
  'Israel Standard Time': 'Asia/Jerusalem',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Eastern Standard Time': 'America/New_York',
  'Pacific Standard Time': 'America/Los_Angeles',
}

export function zoneNamed(name: string): string {
  const zone = WINDOWS_ZONES[name] ?? name
  try {
    offsetAt(0, zone)
    return zone
  } catch {
    throw badRequest(`The time zone ${name} is not supported.`, 'TimeZoneNotSupportedException')
  }
}

export function readTime(value: unknown): number {
  const { dateTime, timeZone } = (value ?? {}) as Partial<DateTimeTimeZone>
  if (typeof dateTime !== 'string' || typeof timeZone !== 'string')
    throw badRequest('A date and time need a time zone.', 'ErrorPropertyValidationFailure')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?$/.test(dateTime))
    throw badRequest(`${dateTime} is not a date and time without an offset.`, 'ErrorInvalidParameter')
  const [date, time] = dateTime.split('T')
  return momentAt(date!, time!, zoneNamed(timeZone))
}

const withSevenDecimals = (wall: number): string => new Date(wall).toISOString().replace('Z', '0000')

/** `name` is given back as it was asked for. */
export const showTime = (moment: number, name = 'UTC'): DateTimeTimeZone => ({
  dateTime: withSevenDecimals(moment + offsetAt(moment, zoneNamed(name))),
  timeZone: name,
})

/** Days have no zone: they start at midnight wherever they are looked at. */
export const showDay = (date: string, name = 'UTC'): DateTimeTimeZone => ({
  dateTime: `${date}T00:00:00.0000000`,
  timeZone: name,
})

/** Of a window: in UTC when it has no offset. */
export function readMoment(text: string | null, name: string): number {
  const moment = Date.parse(/(Z|[+-]\d\d:\d\d)$/i.test(text ?? '') ? text! : `${text}Z`)
  if (Number.isNaN(moment)) throw badRequest(`This request requires ${name}.`, 'ErrorInvalidParameter')
  return moment
}
