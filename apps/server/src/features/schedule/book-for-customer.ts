import type { OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import type { BookedFor, StaffBooking, StaffPayment } from '@keyhour/contract/schedule'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import { addMemberships } from '#server/features/admin-users/account-queries.ts'
import { inviteUser } from '#server/features/admin-users/invite-user.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findUserByEmail, insertUser } from '#server/features/auth/queries.ts'
import { planStay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { placeOrder } from '#server/features/bookings/book-space.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { quoteFor } from '#server/features/bookings/quote-stay.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { unlessAnswered } from '#server/features/idempotency/once.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { refuseStrangers } from '#server/features/schedule/find-customers.ts'
import type { Session } from '#server/http/guards.ts'
import { languageOf } from '#server/http/preferences.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type StaffRequest = Actor & Pick<FastifyRequest, 'headers'>
type Asked = { booking: StaffBooking; key: string | undefined }

const MOST_GUESTS = 60

/**
 * A booking like any other, by somebody who may decide how it is paid. Whom it is for, the order and the audit entry are
 * written in one transaction.
 */
export async function bookForCustomer(
  deps: Deps,
  officeId: number,
  { booking, key }: Asked,
  by: StaffRequest,
): Promise<OrderDetails> {
  const { session } = by
  await refuseNonManager(deps.db, officeId, session)
  const { customer, payment, method, reference, expected_total, ...stayed } = booking
  if (payment === 'paid' && !session.admin)
    throw new Refusal('forbidden', 'Only admins can mark an order as paid.')
  if (payment === 'paid' && method === 'other' && reference === '')
    throw badField('reference', 'Please specify how it was paid')
  if (customer.user_id !== undefined) await refuseStrangers(deps.db, officeId, customer.user_id, session)
  else await refuseGuest(deps, payment, session)

  const now = deps.now()
  const request = { office_id: officeId, ...stayed }
  const keyed = { userId: session.id, key, request: { officeId, booking }, now }
  return unlessAnswered(deps.db, keyed, () =>
    withRememberedSpace(deps.db, request, async (space) => {
      const stay = planStay(space, request, now)
      const due = withTax(stay.total_price, space.tax_percent)
      await refuseNewPrice(expected_total, due, async () => ({
        quote: await quoteFor(deps, deps.db, { space, stay, request, userId: customer.user_id ?? 0 }),
      }))
      return orAlternatives(deps, { space, stay, userId: session.id }, () =>
        deps.db.transaction(async (db) => {
          const userId =
            customer.user_id === undefined
              ? await guestAccount(deps, db, { officeId, guest: customer }, by)
              : customer.user_id
          const order = await placeOrder(deps, db, {
            ...{ space, stay, keyed, userId },
            business_id: null,
            payBy: payment,
            least: 0,
          })
          const ref = { office_id: officeId, id: order.id }
          await writeAct(db, by, { order: ref, kind: 'book for customer' }, now)
          if (payment === 'paid' && due > 0) {
            const details = { amount: due }
            await addEvent(
              deps,
              db,
              { ...ref, start: order.start, end: order.end },
              { kind: 'paid', actor_id: session.id, details, at: now },
            )
            const act = {
              order: ref,
              kind: 'mark order paid',
              details: { ...details, method },
              words: reference,
            } as const
            await writeAct(db, by, act, now)
          }
          return order
        }),
      )
    }),
  )
}

/** The address may be that of anybody's account, whose credits are nobody's here. */
async function refuseGuest(deps: Deps, payment: StaffPayment, { id }: Session): Promise<void> {
  if (payment === 'credits') throw badField('payment', 'The credits of a guest cannot be used.')
  await limitAttempts(deps, [{ what: 'book for a guest', who: String(id), most: MOST_GUESTS, minutes: 60 }])
}

type Guest = Extract<BookedFor, { email: string }>

/** Of an address that is known, the account that it has; its name stays. Else a new one, as if an admin had added it. */
async function guestAccount(
  deps: Deps,
  db: Db,
  { officeId, guest }: { officeId: number; guest: Guest },
  by: StaffRequest,
): Promise<number> {
  const now = deps.now()
  const at = now.toISOString()
  const { name, email } = guest
  const language = languageOf(by)
  const made = await insertUser(db, {
    name,
    email,
    language,
    created_at: at,
    updated_at: at,
    updated_by: by.session.id,
  })
  if (!made) {
    const known = await findUserByEmail(db, email)
    if (!known || known.deleted_at !== null)
      throw badField('email', 'No booking can be made for this address. Please use another one.')
    return known.id
  }
  await inviteUser(deps, db, made)
  await addMemberships(db, made.id, [{ office_id: officeId, role: 'member' }], at)
  await auditAct(
    db,
    by,
    { action: 'add user', subject: 'user', subject_id: made.id, details: { admin: false } },
    now,
  )
  return made.id
}
