import type { GraphRow } from './graph-events.ts'
import type { Mailboxes } from './graph-mailboxes.ts'
import { badRequest } from './graph-refusal.ts'
import { readTime, showTime } from './graph-times.ts'

const DIGITS: Record<string, number> = { free: 0, workingElsewhere: 0, tentative: 1, busy: 2, oof: 3 }

const statusOf = ({ fields }: GraphRow): string => fields.showAs ?? 'busy'

/** Whether mailboxes are free. Those that are unknown are named in an answer that succeeds. */
export function answerSchedule(
  { ofMailbox }: Mailboxes,
  body: Record<string, unknown>,
  zone?: string,
): object {
  const { schedules = [], availabilityViewInterval = 30 } = body
  const [from, to] = [readTime(body.startTime), readTime(body.endTime)]
  const step = Number(availabilityViewInterval) * 60_000
  if (!(step >= 5 * 60_000 && step <= 1440 * 60_000) || to <= from)
    throw badRequest('The interval or the window is invalid.', 'ErrorInvalidParameter')

  function scheduleOf(scheduleId: string): object {
    const calendars = ofMailbox(scheduleId)
    if (calendars.length === 0) {
      const error = {
        message: 'Unable to resolve e-mail address.',
        responseCode: 'ErrorMailRecipientNotFound',
      }
      return { scheduleId, scheduleItems: [], availabilityView: '', error }
    }
    const rows = calendars
      .filter(({ isDefaultCalendar }) => isDefaultCalendar)
      .flatMap((calendar) => [...calendar.rows.values()])
      .filter(({ isDeleted, type }) => !isDeleted && type !== 'seriesMaster')
      .filter(({ start, end }) => start < to && end > from)
    const digitAt = (moment: number) =>
      Math.max(
        0,
        ...rows
          .filter(({ start, end }) => start < moment + step && end > moment)
          .map((row) => DIGITS[statusOf(row)] ?? 2),
      )
    return {
      scheduleId,
      availabilityView: Array.from({ length: Math.ceil((to - from) / step) }, (_, at) =>
        digitAt(from + at * step),
      ).join(''),
      scheduleItems: rows.map((row) => ({
        isPrivate: row.fields.sensitivity === 'private',
        status: statusOf(row),
        ...(row.fields.subject !== undefined && { subject: row.fields.subject }),
        start: showTime(row.start, zone),
        end: showTime(row.end, zone),
      })),
    }
  }

  return { value: (schedules as string[]).map(scheduleOf) }
}
