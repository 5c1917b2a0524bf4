/** A calendar, room or resource of an outside service that a sub-office can be linked to. */
export type OutsideCalendar = { id: string; name: string }

/** Something of others that takes time. */
export type OutsideEvent = { id: string; from: string; to: string; title: string | null }

/** Moments in ISO. */
export type EventSpan = { from: string; to: string }

export type Reading = {
  /** New or changed. Our own copies are not among them. */
  events: OutsideEvent[]
  /** Deleted, cancelled or no longer taking time; may name events we never knew. */
  removed: string[]
  /**
   * Our own copies that were seen. After a whole reading, others of that time are not there any more. `unknown` if this
   * service does not show them.
   */
  copies: string[] | 'unknown'
  /** Whether `events` is all there is between the two moments, so that everything else is gone. */
  isWhole: boolean
  /** To be passed to the next reading. Null: the next one is whole again. */
  next: string | null
}

/** An order as an event in an outside calendar. */
export type Copy = EventSpan & {
  /** Ours, the same for every try: writing twice makes one event. */
  key: string
  title: string
  note: string
}

/** `refused`: they say the time is taken. */
export type Written = { outcome: 'written'; event_id: string } | { outcome: 'refused' }

/** Where a service tells us of changes. `secret` comes back with each of them. */
type Channel = { id: string; address: string; secret: string }

/** `ref`: theirs, to end it. */
type OpenChannel = { ref: string; until: string }

/** Every failure that has its own sentence for people. */
export type CalendarFailure =
  /** The consent was withdrawn, or the password changed: nothing works until someone connects again. */
  | 'consent_gone'
  /** The account may not do this. */
  | 'forbidden'
  /** The calendar is no longer there. */
  | 'missing'
  /** Too many calls; `waitMs` says how long to wait. */
  | 'throttled'
  | 'unreachable'
  | 'too_slow'
  | 'out_of_order'
  /** The answer is not what this service would send. */
  | 'unreadable'
  /** The service offers no such thing. */
  | 'not_supported'
  /** We do not call this address. */
  | 'address_refused'

/** The message contains no secret and no address. */
export class CalendarFailed extends Error {
  readonly reason: CalendarFailure
  readonly waitMs: number | undefined

  /** `code`: a short technical cause, for the log. */
  constructor(reason: CalendarFailure, { waitMs, code = '' }: { waitMs?: number; code?: string } = {}) {
    super(`the calendar failed: ${reason}${code && ` (${code})`}`)
    this.reason = reason
    this.waitMs = waitMs
  }
}

export type BeforeCall = () => Promise<unknown>

/** One connected account of an outside service. Every call does what it says or throws a `CalendarFailed`. */
export type CalendarService = {
  listCalendars: () => Promise<OutsideCalendar[]>
  /**
   * `next` is of the reading before, or null. `within` limits a whole reading. Events whose key begins with `prefix` are
   * our own copies; those of another office or installation take time like any other. `beforeCall` is awaited before each
   * call, if a reading may take several.
   */
  read: (
    calendarId: string,
    next: string | null,
    within: EventSpan,
    means: { prefix: string; beforeCall?: BeforeCall },
  ) => Promise<Reading>
  /** Writes or moves the copy. `eventId`: theirs, if it was written before. */
  write: (calendarId: string, copy: Copy, eventId: string | null) => Promise<Written>
  /** A missing event counts as removed. `eventId`: null if no answer told it; then it is found by the key of the copy. */
  remove: (calendarId: string, eventId: string | null, key: string) => Promise<void>
  /** Undefined if the service does not tell of changes, so that it has to be read regularly. */
  channels:
    | {
        open: (calendarId: string, channel: Channel) => Promise<OpenChannel>
        /** A missing channel counts as closed. */
        close: (channelId: string, ref: string) => Promise<void>
      }
    | undefined
}
