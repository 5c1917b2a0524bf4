import { HALF_HOUR_MS, lastDayAfterMove } from '#web/format/half-hours.ts'

/** `sub_office_id` is empty for the whole office. */
export type ClosureDraft = {
  sub_office_id: string
  date: string
  end_date: string
  whole_days: boolean
  start: string
  end: string
  reason: string
}

/** Of whole days, in the whole office. */
export const newClosure = (date: string): ClosureDraft => ({
  sub_office_id: '',
  date,
  end_date: date,
  whole_days: true,
  start: '09:00',
  end: '17:00',
  reason: '',
})

/** A start moved past the end moves the end too, so that the closure keeps its length. */
export function withEndMoved(before: ClosureDraft, now: ClosureDraft): ClosureDraft {
  const { date, start, end } = now
  if (!date || !start || !end || !before.date || !before.end_date || !before.start || !before.end) return now
  const end_date = lastDayAfterMove({ first: before.date, last: before.end_date }, date)
  if (now.whole_days || end_date !== date || end > start) return { ...now, end_date }
  const length = Math.max(HALF_HOUR_MS, onWall(before.end) - onWall(before.start))
  const moved = Math.min(onWall(start) + length, onWall(LAST_HALF_HOUR))
  return { ...now, end_date, end: new Date(moved).toISOString().slice(11, 16) }
}

const LAST_HALF_HOUR = '23:30'
const onWall = (time: string): number => Date.parse(`1970-01-01T${time}Z`)

export function closureOf({ sub_office_id, end_date, whole_days, start, end, ...draft }: ClosureDraft) {
  return {
    ...draft,
    sub_office_id: sub_office_id === '' ? null : Number(sub_office_id),
    ...(end_date && end_date !== draft.date && { end_date }),
    ...(!whole_days && { start, end }),
  }
}
