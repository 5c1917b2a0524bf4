import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import type { CalendarEntry } from '#server/features/orders/write-calendar.ts'
import type { Deps } from '#server/http/routes.ts'

/** What a calendar shows of an order; the same stay has the same `uid` wherever it is handed out. */
export function describeEntry(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  order: PlacedOrder,
): CalendarEntry {
  const url = `${config.publicUrl}/order/${order.id}`
  return {
    uid: `order-${order.began_as ?? order.id}@${new URL(config.publicUrl).hostname}`,
    sequence: order.version,
    writtenAt: now().toISOString(),
    start: order.start,
    end: order.end,
    summary: placeOf(order),
    description: url,
    location: `${order.office_name}, ${order.address}`,
    position: { lat: order.lat, lon: order.lon },
    url,
    isCancelled: order.cancelled_at !== null,
    organizer: { name: 'Keyhour', email: /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom },
  }
}

/** The space in its office, or the office as a whole. */
export const placeOf = ({ sub_office_name, office_name }: PlacedOrder): string =>
  sub_office_name === null ? office_name : `${sub_office_name} · ${office_name}`
