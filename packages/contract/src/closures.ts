import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { inOrder, times } from './orders.ts'
import { Id, IdParam, Instant } from './primitives.ts'

/** A time in which nobody can book. */
export const Closure = z
  .object({
    id: Id,
    office_id: Id,
    /** Null: the whole office. */
    sub_office_id: Id.nullable(),
    sub_office_name: z.string().nullable(),
    start: Instant,
    end: Instant,
    /** Shown to everybody who looks at that day. */
    reason: z.string(),
    /** Null when the product closed it by itself. */
    created_by_name: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Closure' })
export type Closure = z.infer<typeof Closure>

/** Without `start` and `end`: from the opening of the first day to the closing of the last. */
export const NewClosure = inOrder(
  z.object({
    sub_office_id: Id.nullable(),
    ...times,
    reason: z.string().trim().min(1, 'Cannot be empty').max(200, 'Should have at most 200 characters'),
  }),
)
export type NewClosure = z.infer<typeof NewClosure>

const ofOffice = z.object({ officeId: IdParam })

export const listClosures = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:officeId/closures',
  summary: 'When an office or one of its spaces is closed, the latest first',
  params: ofOffice,
  reply: z.array(Closure),
})

export const addClosure = endpoint({
  method: 'POST',
  path: '/api/admin/offices/:officeId/closures',
  summary: 'Close an office or one of its spaces for a time; refused while orders lie in it',
  params: ofOffice,
  body: NewClosure,
  reply: Closure,
  status: 201,
})

export const removeClosure = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:officeId/closures/:closureId',
  summary: 'Open again',
  params: z.object({ officeId: IdParam, closureId: IdParam }),
  reply: z.object({}),
})
