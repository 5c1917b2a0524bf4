import type { simulateGoogleCalendars } from './google-calendars.ts'
import { isBusy, momentOf, withOffset } from './google-events.ts'
import { GoogleRefusal, invalidValue } from './google-refusal.ts'

type Span = { start: number; end: number }

function joined(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else all.push({ ...span })
  }
  return all
}

/** Busy times of several calendars. Those that cannot be read are named in an answer that succeeds. */
export function answerFreeBusy(
  calendars: ReturnType<typeof simulateGoogleCalendars>,
  email: string,
  body: Record<string, unknown>,
): object {
  const { timeMin, timeMax, timeZone = 'UTC', items = [] } = body
  const [from, to] = [Date.parse(String(timeMin)), Date.parse(String(timeMax))]
  if (Number.isNaN(from) || Number.isNaN(to)) throw invalidValue('Missing time range.', 'required')
  if (to <= from) throw invalidValue('The specified time range is empty.', 'timeRangeEmpty')

  function busyIn(id: string): object {
    try {
      const { rows, timeZone: zone } = calendars.reach(email, id, 'freeBusyReader')
      const spans = [...rows.values()]
        .filter(isBusy)
        .map(({ event }) => ({ start: momentOf(event.start, zone), end: momentOf(event.end, zone) }))
        .filter(({ start, end }) => start < to && end > from)
        .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
      const show = (moment: number) => withOffset(moment, String(timeZone))
      return { busy: joined(spans).map(({ start, end }) => ({ start: show(start), end: show(end) })) }
    } catch (error) {
      if (error instanceof GoogleRefusal)
        return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }
      throw error
    }
  }

  return {
    kind: 'calendar#freeBusy',
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(to).toISOString(),
    calendars: Object.fromEntries((items as { id: string }[]).map(({ id }) => [id, busyIn(id)])),
  }
}
