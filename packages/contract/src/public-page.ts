import type { Availability } from './availability.ts'
import type { PlaceFacts } from './finished-pages.ts'
import type { Office, SubOffice } from './offices.ts'
import type { Language } from './primitives.ts'
import type { FoundSpaces } from './spaces.ts'

/**
 * What a page that anybody may see is made of: rendered by the server, and again by the browser from the same data. It is
 * as the calls answer it on the wire, so prices are in major units (49.9).
 */
export type PublicPage = {
  language: Language
  /** Where the product is found, without a slash at the end. */
  origin: string
  /** The address within it. */
  path: string
  search: string
  /** When it was rendered, so that both sides mean the same today. */
  now: string
  /** Null draws the map without any. */
  tiles: Tiles | null
  content: SearchContent | SpaceContent | { kind: 'missing' }
}

export type Tiles = {
  /** `https://tiles.example/{z}/{x}/{y}.png` */
  url: string
  /** Whose they are, in words; an address at their end is where to read more. */
  attribution: string
}

export type SearchContent = { kind: 'search'; found: FoundSpaces }

export type SpaceContent = {
  kind: 'space'
  office: Office
  /** Of an office that is rented as a whole, because it has no sub-offices; null where it has, or while it is not on offer. */
  whole: WholeOffice | null
  /** On the office's calendar; a browser would have to fetch its tables of time zones to know. */
  today: string
  /** Of today and tomorrow, for each space that is rented by the hour or day; empty while nothing can be booked. */
  availability: Availability[]
}

export type WholeOffice = Pick<
  SubOffice,
  'rent_type' | 'price_per_hour' | 'price_per_day' | 'price_per_week' | 'price_per_month'
>

/** The body has `<div id="root">` in it; the server puts the page as JSON into `<script id="page">` after it. */
export type RenderedPage = { head: string; body: string }
/** The facts go into the frame around the content, where the holes for them are. */
export type RenderPublicPage = (page: PublicPage, facts: PlaceFacts) => RenderedPage
