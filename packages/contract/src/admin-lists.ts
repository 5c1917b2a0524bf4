import { z } from 'zod'
import { HOME_TIME_ZONE } from './all-orders.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumberParam } from './primitives.ts'

/** Lists that update on screen while others change them. */
export const AdminList = z.enum([
  'users',
  'offices',
  'devices',
  'home_assistants',
  'lock_codes',
  'credit_packs',
  'payments',
  'messages',
  'webhooks',
  'conflicts',
  'statements',
])
export type AdminList = z.infer<typeof AdminList>

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The time zone in which a list displays dates, for a search by date. */
export const ListZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Should be a time zone like Asia/Jerusalem')
  .default(HOME_TIME_ZONE)

export const AdminListQuery = z.object({
  /** Left out: every row. */
  page: wholeNumberParam().optional(),
  page_size: wholeNumberParam(100).default(20),
  /** Matches any part of what a row displays, ignoring case. */
  q: z.string().trim().max(200).default(''),
  time_zone: ListZone,
})

export const watchAdminLists = endpoint({
  method: 'GET',
  path: '/api/admin/live',
  summary:
    'Server-sent events, each with the name of a list that has changed; they end with the rights of the admin',
  reply: z.string(),
})
