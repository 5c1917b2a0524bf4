import type { Availability } from './availability.ts'
import type { InstallationFacts } from './finished-pages.ts'
import type { Office, SubOffice } from './offices.ts'
import type { OpenState } from './open-state.ts'
import type { Language } from './primitives.ts'
import type { FoundSpaces } from './spaces.ts'

/**
 * Rendered by the server, and again by the browser from the same data. It has the wire format of the calls, so prices
 * are in major units (49.9).
 */
export type PublicPage = {
  language: Language
  /** The public URL, without a trailing slash. */
  origin: string
  path: string
  search: string
  /** When it was rendered, so that both sides agree on today. */
  now: string
  /** Null draws the map without any. */
  tiles: Tiles | null
  content: SearchContent | SpaceContent | { kind: 'missing' }
}

export type Tiles = {
  /** `https://tiles.example/{z}/{x}/{y}.png` */
  url: string
  /** A URL at its end becomes a link. */
  attribution: string
}

export type SearchContent = { kind: 'search'; found: FoundSpaces }

export type SpaceContent = {
  kind: 'space'
  office: Office
  /** For an office that is rented whole; null when it has sub-offices, or is not offered yet. */
  whole: WholeOffice | null
  /** On the office's calendar. Thanks to this and the next two, the browser need not load its time zone tables. */
  today: string
  clock: OfficeClock
  opening: OpenState
  /** Of today and tomorrow, for each space rented by the hour or day; empty while nothing can be booked. */
  availability: Availability[]
}

/** `name`: New York time. `ahead_ms`: of UTC, when the page was rendered. */
export type OfficeClock = { name: string; ahead_ms: number }

export type WholeOffice = Pick<
  SubOffice,
  'rent_type' | 'price_per_hour' | 'price_per_day' | 'price_per_week' | 'price_per_month'
>

/** `body` contains `<div id="root">`; the server adds the page as JSON in `<script id="page">`. */
export type RenderedPage = { head: string; body: string }
/** The facts fill the placeholders in the frame around the content. */
export type RenderPublicPage = (page: PublicPage, facts: InstallationFacts) => RenderedPage
