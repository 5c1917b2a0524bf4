import { z } from 'zod'
import { Alternative } from './availability.ts'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import { OrderDetails } from './orders.ts'
import { HebrewName, Id } from './primitives.ts'

/** An office where the caller has orders. */
export const HomePlace = z
  .object({
    office_id: Id,
    name: z.string(),
    name_he: HebrewName,
    address: z.string(),
    address_he: HebrewName,
    lat: z.number(),
    lon: z.number(),
    /** A URL. */
    picture: z.string().nullable(),
    /** It can be booked now. */
    is_open: z.boolean(),
    spaces: z.array(
      z.object({
        sub_office_id: Id,
        type: SpaceType,
        /** A URL. */
        picture: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'HomePlace' })
export type HomePlace = z.infer<typeof HomePlace>

/** The space of the caller's last booking at the next day on which the same hours are free. */
export const SameAgain = Alternative.extend({
  /** The company that paid the last time. */
  business: z.object({ id: Id, name: z.string() }).nullable(),
}).meta({ id: 'SameAgain' })
export type SameAgain = z.infer<typeof SameAgain>

export const MOST_RUNNING = 5
export const MOST_COMING = 3
export const MOST_RECENT_OFFICES = 4
export const MOST_OWED = 5

export const Home = z
  .object({
    /** The first to start comes first. */
    running: z.array(OrderDetails),
    /** The next ones, and all that wait for a card payment. */
    coming: z.array(OrderDetails),
    /** Not paid, cancelled ones too; the oldest first. Those that wait for a card payment are among the coming. */
    owed: z.array(OrderDetails),
    /** The offices of the latest orders, latest first. */
    recent: z.array(Id),
    again: SameAgain.nullable(),
    /** The offices of all of these. */
    places: z.array(HomePlace),
  })
  .meta({ id: 'Home' })
export type Home = z.infer<typeof Home>

export const getHome = endpoint({
  method: 'GET',
  path: '/api/home',
  summary:
    "What the caller's home shows: orders that run, come next and are not paid, recent offices, and the same again",
  reply: Home,
})
