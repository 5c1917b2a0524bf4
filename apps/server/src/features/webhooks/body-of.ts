import type { SentKind } from '@keyhour/contract/webhooks'

type SentEvent = { event_id: string; kind: SentKind; event_at: string; data: object }

/** Exactly these bytes are signed and sent, at every try. */
export const bodyOf = ({ event_id, kind, event_at, data }: SentEvent): string =>
  JSON.stringify({ id: event_id, kind, created_at: event_at, data })
