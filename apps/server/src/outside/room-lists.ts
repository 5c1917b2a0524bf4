import { z } from 'zod'
import { CalendarFailed, type OutsideCalendar } from '#server/outside/calendar-service.ts'
import { readAnswer } from '#server/outside/call-calendar.ts'
import type { Answer } from '#server/outside/line.ts'

/** Which fields of a room are its id and its name. */
export type RoomFields = { id: string; name: string }

const Rooms = z.array(z.record(z.string(), z.unknown()))
/** The bare list, or an object that holds it. */
const Listed = z.union([
  Rooms,
  z.object({ data: Rooms }).transform(({ data }) => data),
  z.object({ items: Rooms }).transform(({ items }) => items),
])

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined

/** Throws if a room has no id: the fields are others. A room without a name is shown by its id. */
export const roomsIn = (answer: Answer, { id, name }: RoomFields): OutsideCalendar[] =>
  readAnswer(answer, Listed).map((room) => {
    const known = textOf(room[id])
    if (known === undefined) throw new CalendarFailed('unreadable', { code: 'a room without an id' })
    return { id: known, name: textOf(room[name]) ?? known }
  })
