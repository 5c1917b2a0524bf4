import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdField,
  IdParam,
  Instant,
  Language,
  orBlank,
} from './primitives.ts'
import { requiredLine } from './typed-text.ts'
import { VisitMinutes } from './visits.ts'

/** `device`: as the tablet is set. */
export const PanelTheme = z.enum(['device', 'light', 'dark'])
export type PanelTheme = z.infer<typeof PanelTheme>

export const PANEL_NAME_LENGTH = 60

/** A screen at a door, as the managers of its office see it. */
export const Panel = z
  .object({
    id: Id,
    /** Null: the office as a whole. */
    sub_office_id: Id.nullable(),
    name: z.string(),
    language: Language,
    theme: PanelTheme,
    created_at: Instant,
    /** Written every few minutes. Null: it was never opened. */
    last_seen_at: Instant.nullable(),
  })
  .meta({ id: 'Panel' })
export type Panel = z.infer<typeof Panel>

export const PanelDraft = z.object({
  sub_office_id: orBlank(IdField).default(null),
  name: requiredLine(PANEL_NAME_LENGTH),
  language: Language.default('en'),
  theme: PanelTheme.default('device'),
})
export type PanelDraft = z.infer<typeof PanelDraft>

const ofOffice = z.object({ officeId: IdParam })

export const listPanels = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/panels',
  summary: 'For managers: the screens at the doors of the office',
  params: ofOffice,
  reply: z.array(Panel),
})

export const makePanel = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/panels',
  summary: 'For managers: make a screen for a door. Its address is shown this once',
  params: ofOffice,
  body: PanelDraft,
  reply: z.object({ panel: Panel, url: z.string() }),
  status: 201,
})

export const removePanel = endpoint({
  method: 'DELETE',
  path: '/api/offices/:officeId/panels/:panelId',
  summary: 'For managers: remove a screen from a door. Its address stops working',
  params: z.object({ officeId: IdParam, panelId: IdParam }),
  reply: z.object({}),
})

/** A time in which the space has no free unit. Nobody is named. */
export const TakenTime = z
  .object({
    start: Instant,
    end: Instant,
    /** `held`: somebody is booking it right now. */
    kind: z.enum(['booked', 'held', 'cleaning', 'closed']),
  })
  .meta({ id: 'TakenTime' })
export type TakenTime = z.infer<typeof TakenTime>

/** What is needed to show that a space is free or taken, without a word about anybody. */
export const SpaceNow = z
  .object({
    /** The server's clock. */
    now: Instant,
    office: z.object({ id: Id, name: z.string(), name_he: HebrewName, time_zone: z.string() }),
    /** The name of the office again if it is rented whole. */
    space: z.object({ id: Id.nullable(), name: z.string(), name_he: HebrewName }),
    /** Until when the office is open; null while it is closed. */
    open_until: Instant.nullable(),
    /** While it is closed: when it opens next, within a week. */
    opens_at: Instant.nullable(),
    /** Seats of an open space, and how many of them nobody has now; a room has one. */
    units: z.int(),
    free_units: z.int(),
    /** From now to the end of tomorrow, the first to start comes first. */
    taken: z.array(TakenTime),
    /** Nobody has checked in yet to a booking that runs or starts within minutes. */
    awaits_check_in: z.boolean(),
    currency: Currency,
    /** Lengths for which the space can be taken now. Each half-hour begun is paid; `price` is with tax. */
    choices: z.array(z.object({ minutes: VisitMinutes, price: Cents })),
  })
  .meta({ id: 'SpaceNow' })
export type SpaceNow = z.infer<typeof SpaceNow>

export const PanelView = SpaceNow.extend({
  panel: Panel.pick({ name: true, language: true, theme: true }),
}).meta({ id: 'PanelView' })
export type PanelView = z.infer<typeof PanelView>

const withToken = z.object({ token: z.string().min(1) })

export const readPanel = endpoint({
  method: 'GET',
  path: '/api/panels/:token',
  summary: 'What a screen at a door shows. 404 once it is removed',
  params: withToken,
  reply: PanelView,
})

export const watchPanel = endpoint({
  method: 'GET',
  path: '/api/panels/:token/live',
  summary:
    'Server-sent events: `changed` whenever the occupancy of its office has changed. Ends when the screen is removed',
  params: withToken,
  reply: z.string(),
})

export const CODE_DIGITS = 6
export const CODE_MINUTES = 3

export const NO_CODE = 'This code does not work here. Please show a new one, or scan the QR code.'

const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Should be the 6 digits that are shown in the app')

export const startAtPanel = endpoint({
  method: 'POST',
  path: '/api/panels/:token/visits',
  summary: 'Take the space of a screen from now on for 15, 30 or 60 minutes, as the person whose code it is',
  params: withToken,
  body: z.object({ code, minutes: VisitMinutes }),
  reply: z.object({ until: Instant }),
  status: 201,
})

export const checkInAtPanel = endpoint({
  method: 'POST',
  path: '/api/panels/:token/check_in',
  summary: 'Check in to the booking of the person whose code it is, at the space of the screen',
  params: withToken,
  body: z.object({ code }),
  reply: z.object({}),
})

export const PanelCode = z.object({ code: z.string(), expires_at: Instant }).meta({ id: 'PanelCode' })
export type PanelCode = z.infer<typeof PanelCode>

export const makePanelCode = endpoint({
  method: 'POST',
  path: '/api/panel-codes',
  summary:
    'A code with which the caller books and checks in at the screens of offices they know: once, within 3 minutes. An earlier one stops working',
  reply: PanelCode,
  status: 201,
})

export const getSpaceNow = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/space-now',
  summary:
    'Whether a space is free now, for how long it can be taken, and which of their orders the caller can check in to',
  params: ofOffice,
  query: z.object({ sub_office_id: IdParam.optional() }),
  reply: SpaceNow.extend({
    /** The caller's own order to check in to. */
    own_order: Id.nullable(),
  }).meta({ id: 'OwnSpaceNow' }),
})
