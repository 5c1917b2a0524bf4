import { inLanguage } from '@keyhour/contract/place-names'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import type { CalendarEntry } from '#server/features/orders/write-calendar.ts'
import type { Deps } from '#server/http/routes.ts'

/** An order moved to another office keeps its `uid`, so that calendars update the entry. */
export function describeEntry(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  order: PlacedOrder,
): CalendarEntry {
  const { name, address } = inLanguage(order.customer.language, order.office)
  const url = `${config.publicUrl}/order/${order.id}`
  return {
    uid: `order-${order.began_as ?? order.id}@${new URL(config.publicUrl).hostname}`,
    sequence: order.version,
    writtenAt: now().toISOString(),
    start: order.start,
    end: order.end,
    summary: placeOf(order),
    description: url,
    location: `${name}, ${address}`,
    position: { lat: order.lat, lon: order.lon },
    url,
    isCancelled: order.cancelled_at !== null,
    organizer: { name: 'Keyhour', email: /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom },
  }
}

export function placeOf({ sub_office, office, customer: { language } }: PlacedOrder): string {
  const { name } = inLanguage(language, office)
  return sub_office === null ? name : `${inLanguage(language, sub_office).name} · ${name}`
}
