import { z } from 'zod'
import { User } from './admin-users.ts'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import { BookingType, PaymentStatus } from './orders.ts'
import { HebrewName, Id, IdParam, Instant, wholeNumberParam } from './primitives.ts'

const active_orders = z.int().nonnegative()

export const DashboardOffice = z
  .object({
    id: Id,
    name: z.string(),
    name_he: HebrewName,
    address: z.string(),
    address_he: HebrewName,
    capacity: z.int().positive().nullable(),
    /** Of the office as a whole and of all its sub-offices. */
    active_orders,
  })
  .meta({ id: 'DashboardOffice' })
export type DashboardOffice = z.infer<typeof DashboardOffice>

export const DashboardSubOffice = z
  .object({
    id: Id,
    office_id: Id,
    name: z.string(),
    name_he: HebrewName,
    type: SpaceType,
    capacity: z.int(),
    active_orders,
    /** Listed while orders are active there. */
    is_deleted: z.boolean(),
  })
  .meta({ id: 'DashboardSubOffice' })
export type DashboardSubOffice = z.infer<typeof DashboardSubOffice>

export const ActiveOrder = z
  .object({
    id: Id,
    start: Instant,
    /** Null for a visit without an end. */
    end: Instant.nullable(),
    time_zone: z.string(),
    booking_type: BookingType,
    payment_status: PaymentStatus,
    /** Until when it waits for its card payment; null if it does not. */
    pay_until: Instant.nullable(),
  })
  .meta({ id: 'ActiveOrder' })
export type ActiveOrder = z.infer<typeof ActiveOrder>

export const OrderUser = User.pick({ id: true, name: true, user_name: true, email: true })
  .extend({ profile: z.object({ phone: z.string().nullable() }) })
  .meta({ id: 'OrderUser' })
export type OrderUser = z.infer<typeof OrderUser>

export const listDashboardOffices = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/offices',
  summary: 'All offices by name, with how many orders are active; with `page`, the total in X-Total-Count',
  query: z.object({
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(100).default(20),
    /** Part of the name or the address, ignoring case. */
    q: z.string().trim().max(200).default(''),
    /** Only those with active orders. */
    in_use: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.array(DashboardOffice),
})

const params = z.object({ id: IdParam })

export const listDashboardSubOffices = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/suboffices',
  summary:
    'The sub-offices of an office by name, with how many orders are active; none where it is rented whole',
  params,
  reply: z.array(DashboardSubOffice),
})

export const listActiveOrders = endpoint({
  method: 'GET',
  path: '/api/admin/suboffices/:id/active_orders',
  summary: 'The orders in progress in a sub-office, earliest first',
  params,
  reply: z.array(ActiveOrder),
})

export const listActiveOrdersOfWhole = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/active_orders',
  summary: 'The orders in progress for an office as a whole, without those of its sub-offices',
  params,
  reply: z.array(ActiveOrder),
})

export const getOrderUser = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:id/user',
  summary: 'The customer of an order',
  params,
  reply: OrderUser,
})
