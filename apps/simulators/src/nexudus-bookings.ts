import { randomUUID } from 'node:crypto'
import { momentAt, offsetAt } from '@keyhour/contract/office-clock'
import type { Answer } from './loopback.ts'
import { done, invalid, type NexudusError, type NexudusRecord, NOT_FOUND } from './nexudus-records.ts'

/** Numbers of the vendor's kinds of webhooks. */
export const ACTIONS = { created: 6, updated: 7, deleted: 8 } as const
export type Action = keyof typeof ACTIONS

type Booking = { Id: number; start: number; end: number; fields: Record<string, unknown> }

type Options = {
  now: () => Date
  /** Times have no offset; this is the zone that they are meant in. */
  timeZone: string
  findResource: (id: number) => NexudusRecord | undefined
  onChange: (record: NexudusRecord, action: Action) => void
}

/** Whatever a change leaves out gets these. */
const EMPTY = {
  CoworkerId: null,
  Notes: null,
  InternalNotes: null,
  Tentative: false,
  Online: false,
  SystemId: null,
}

const SET_BY_SERVER = ['Id', 'UniqueId', 'ResourceName', 'FromTime', 'ToTime', 'CreatedOn', 'UpdatedOn']

function readTime(value: unknown, timeZone: string): number {
  const text = String(value).replace(/Z$/, '')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return Number.NaN
  return momentAt(text.slice(0, 10), text.slice(11), timeZone)
}

const overlaps = (one: Booking, other: Booking): boolean =>
  one.Id !== other.Id &&
  one.fields.ResourceId === other.fields.ResourceId &&
  one.start < other.end &&
  one.end > other.start

/** Bookings of resources, which do not overlap. */
export function simulateBookings({ now, timeZone, findResource, onChange }: Options) {
  const bookings = new Map<number, Booking>()
  let lastId = 1_340_000

  const showTime = (moment: number): string =>
    new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 19)

  const shown = ({ Id, start, end, fields }: Booking): NexudusRecord => ({
    ...EMPTY,
    ...fields,
    Id,
    ResourceName: findResource(Number(fields.ResourceId))?.Name ?? null,
    FromTime: showTime(start),
    ToTime: showTime(end),
  })

  function findFaults(booking: Booking, data: Record<string, unknown>): NexudusError[] {
    const resource = findResource(Number(data.ResourceId))
    const fault = (PropertyName: string, Message: string) =>
      ({ PropertyName, Message, AttemptedValue: data[PropertyName] ?? null }) satisfies NexudusError
    if (!resource) return [fault('ResourceId', 'Resource is required.')]
    if (Number.isNaN(booking.start)) return [fault('FromTime', 'From time is required.')]
    if (!(booking.end > booking.start)) return [fault('ToTime', 'To time must be after from time.')]
    if (!resource.AllowMultipleBookings && [...bookings.values()].some((one) => overlaps(one, booking)))
      return [fault('FromTime', `${resource.Name} is not available at the selected time.`)]
    return []
  }

  function put(Id: number, data: Record<string, unknown>, action: 'created' | 'updated'): NexudusError[] {
    const known = bookings.get(Id)?.fields
    const own = Object.fromEntries(Object.entries(data).filter(([name]) => !SET_BY_SERVER.includes(name)))
    const booking: Booking = {
      Id,
      start: readTime(data.FromTime, timeZone),
      end: readTime(data.ToTime, timeZone),
      fields: {
        ...own,
        ResourceId: Number(data.ResourceId),
        UniqueId: known?.UniqueId ?? randomUUID(),
        CreatedOn: known?.CreatedOn ?? now().toISOString(),
        UpdatedOn: now().toISOString(),
      },
    }
    const faults = findFaults(booking, data)
    if (faults.length > 0) return faults
    bookings.set(Id, booking)
    onChange(shown(booking), action)
    return []
  }

  return {
    list: (): NexudusRecord[] => [...bookings.values()].map(shown),
    showTime,
    find(id: number): NexudusRecord | undefined {
      const booking = bookings.get(id)
      return booking && shown(booking)
    },
    create(data: Record<string, unknown>): Answer {
      const Id = lastId + 1
      const faults = put(Id, data, 'created')
      if (faults.length > 0) return invalid(...faults)
      lastId = Id
      return done('Booking was successfully created.', Id)
    },
    /** The whole record. */
    update(data: Record<string, unknown>): Answer {
      const Id = Number(data.Id)
      if (!bookings.has(Id)) return NOT_FOUND
      const faults = put(Id, data, 'updated')
      return faults.length > 0 ? invalid(...faults) : done('Booking was successfully updated.', Id)
    },
    remove(id: number): Answer {
      const booking = bookings.get(id)
      if (!booking) return NOT_FOUND
      bookings.delete(id)
      onChange(shown(booking), 'deleted')
      return done('Booking was successfully deleted.', id)
    },
  }
}
