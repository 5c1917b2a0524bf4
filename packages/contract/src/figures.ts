import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Totals } from './insight.ts'
import { Currency, HebrewName, Id, LocalMonth } from './primitives.ts'

/** A year, and the month before it to compare the first one with. The last one is the current month. */
export const MONTHS_OF_FIGURES = 13

export const SpaceFigures = z
  .object({
    office_id: Id,
    office_name: z.string(),
    office_name_he: HebrewName,
    /** Null: the office is rented whole. */
    sub_office_id: Id.nullable(),
    space_name: z.string().nullable(),
    space_name_he: HebrewName,
    /** In the order of the months. */
    totals: z.array(Totals).length(MONTHS_OF_FIGURES),
  })
  .meta({ id: 'SpaceFigures' })
export type SpaceFigures = z.infer<typeof SpaceFigures>

export const Figures = z
  .object({
    /** Of `HOME_TIME_ZONE`. */
    months: z.array(LocalMonth).length(MONTHS_OF_FIGURES),
    /** Of `orders`, `revenue` and `net`; times cover all orders. */
    currency: Currency,
    /** The most used first. */
    currencies: z.array(Currency),
    /** Those with something open or booked. */
    spaces: z.array(SpaceFigures),
  })
  .meta({ id: 'Figures' })
export type Figures = z.infer<typeof Figures>

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/owner/figures',
  summary: "Revenue, occupancy and utilisation of each space of the caller's own offices, by month",
  query: z.object({
    /** Left out: the most used one. */
    currency: Currency.optional(),
  }),
  reply: Figures,
})
