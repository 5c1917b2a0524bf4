import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import { OrderDetails } from './orders.ts'
import { Cents, Currency, HebrewName, Id, IdField, IdParam, Instant, orBlank } from './primitives.ts'
import { typedText } from './typed-text.ts'

const orderParams = z.object({ orderId: IdParam })

export const NOTE_LENGTH = 2000
export const REASON_LENGTH = 500
export const REFERENCE_LENGTH = 200

const words = typedText().trim()
const EMPTY = 'Cannot be empty'

/** What was paid for an order, and what would be refunded. All amounts include tax. */
export const Settlement = z
  .object({
    currency: Currency,
    /** Price and tax; of a cancelled order, what its terms keep. */
    due: Cents,
    /** Paid minus refunded. */
    paid: Cents,
    /** The part of it in credits. */
    paid_in_credits: Cents,
    /** The part of it that can go back to cards. */
    held_on_cards: Cents,
    left: Cents,
    /** Refunds, made or owed, by hand: neither in credits nor to cards. */
    refunded_otherwise: Cents,
    /** What a customer who cancels now would get back, or still owe, by the terms of the order. */
    by_rule: z.object({ percent: z.int(), refund: Cents, owed: Cents }),
  })
  .meta({ id: 'Settlement' })
export type Settlement = z.infer<typeof Settlement>

/** Splits a refund in the proportion of the payment: credits, and the rest to cards as far as they hold it. */
export function splitRefund(
  refund: number,
  { paid, paid_in_credits, held_on_cards }: Pick<Settlement, 'paid' | 'paid_in_credits' | 'held_on_cards'>,
): { credits: number; card: number; rest: number } {
  const credits = paid === 0 ? 0 : Math.round((refund * paid_in_credits) / paid)
  const card = Math.min(held_on_cards, refund - credits)
  return { credits, card, rest: refund - credits - card }
}

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:orderId/settlement',
  summary:
    'What was paid for an order, what is left to pay, and what cancelling it now would refund under the terms',
  params: orderParams,
  reply: Settlement,
})

export const PaymentMethod = z.enum(['cash', 'bank transfer', 'other'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const Payment = z
  .object({
    /** All that is left, as it was shown. */
    amount: Cents.positive(),
    method: PaymentMethod,
    /** For example in the books. */
    reference: words.max(REFERENCE_LENGTH, 'Should have at most 200 characters').default(''),
  })
  .refine(({ method, reference }) => method !== 'other' || reference !== '', {
    path: ['reference'],
    message: 'Please specify how it was paid',
  })
export type Payment = z.infer<typeof Payment>

export const markPaid = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/mark_paid',
  summary:
    'Record that the rest was paid outside the product, also of a cancelled order; refused if the amount is no longer the one shown',
  params: orderParams,
  body: Payment,
  reply: OrderDetails,
})

export const Cancellation = z.object({
  refund: Cents.nonnegative('Cannot be negative'),
  /** What the order held when the refund was chosen. */
  paid: Cents,
  /** Whether the customer no longer owes what the terms keep. A refund waives it, too. */
  waive: z.boolean().default(false),
  /** Shown to the customer. */
  reason: words.min(1, EMPTY).max(REASON_LENGTH, 'Should have at most 500 characters'),
})
export type Cancellation = z.infer<typeof Cancellation>

export const cancelWithRefund = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/cancel',
  summary:
    'Cancel, also after the start, with the refund that an admin chooses; what the terms keep stays owed unless it is waived. The customer is told why',
  params: orderParams,
  body: Cancellation,
  reply: OrderDetails,
})

/** A space that is free for the time of an order. */
export const SpaceForOrder = z
  .object({
    office_id: Id,
    /** Null: the office as a whole. */
    sub_office_id: Id.nullable(),
    name: z.string(),
    name_he: HebrewName,
    office_name: z.string(),
    office_name_he: HebrewName,
    address: z.string(),
    address_he: HebrewName,
    type: SpaceType,
    capacity: z.int(),
    distance_km: z.number(),
    /** The order's time there: day stays follow the hours of the office. */
    start: Instant,
    end: Instant,
    time_zone: z.string(),
    /** With tax, at the new space's rates. Null when the currencies differ. */
    due: Cents.nullable(),
  })
  .meta({ id: 'SpaceForOrder' })
export type SpaceForOrder = z.infer<typeof SpaceForOrder>

/** More are not listed; the admin types more of the name instead. */
export const MOST_SPACES = 30

export const listSpacesForOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:orderId/spaces',
  summary: 'Spaces that are free for the time of an order: those of its office first, then the nearest',
  params: orderParams,
  /** Part of the name of the space, or the name or address of its office. */
  query: z.object({ q: z.string().trim().max(200).default('') }),
  reply: z.array(SpaceForOrder),
})

/** With null, an office as a whole. */
const place = { office_id: IdField, sub_office_id: orBlank(IdField) }

export const Move = z.object({
  ...place,
  /** Where the order was when the space was chosen. */
  from: z.object(place),
  price: z.enum(['as agreed', 'anew']),
  /** Price and tax afterwards, as they were shown. */
  due: Cents,
})
export type Move = z.infer<typeof Move>

export const moveToSpace = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:orderId/space',
  summary:
    'Move to another free space at the same time; in another office it continues as a new order, which is returned',
  params: orderParams,
  body: Move,
  reply: OrderDetails,
})

export const AdminActKind = z.enum([
  'book for customer',
  'mark order paid',
  'cancel order',
  'move order',
  'add order note',
  'change order time',
  'check in order',
  'check out order',
  'undo check-out of order',
  'tell of guest',
  'dispute charge',
])
export type AdminActKind = z.infer<typeof AdminActKind>

/** An admin's action on an order, or a manager's or a bank's. */
export const AdminAct = z
  .object({
    id: Id,
    at: Instant,
    kind: AdminActKind,
    /** Null when the account no longer exists, and for a bank. */
    actor_name: z.string().nullable(),
    /**
     * The note, the reference of a payment or the reason of a cancellation. Null when there is none, or it was erased.
     */
    words: z.string().nullable(),
    /** The text was erased with the customer's account. */
    is_forgotten: z.boolean(),
    /** With `mark order paid` and `dispute charge`. */
    amount: Cents.optional(),
    method: PaymentMethod.optional(),
    /** With `dispute charge`. */
    outcome: z.enum(['open', 'won', 'lost']).optional(),
    /** With `cancel order`: the refund, the part of it in credits, and what stays owed. */
    refund: Cents.optional(),
    refund_credits: Cents.optional(),
    owed: Cents.optional(),
    /** With `move order`: from where to where, at what price, and under which number it continues. */
    from_space: z.string().optional(),
    to_space: z.string().optional(),
    price: Move.shape.price.optional(),
    order_id: Id.optional(),
  })
  .meta({ id: 'AdminAct' })
export type AdminAct = z.infer<typeof AdminAct>

export const listAdminActs = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:orderId/history',
  summary: 'What admins did to an order and to the orders it continues, newest first',
  params: orderParams,
  reply: z.array(AdminAct),
})

export const Note = z.object({
  words: words.min(1, EMPTY).max(NOTE_LENGTH, 'Should have at most 2000 characters'),
})
export type Note = z.infer<typeof Note>

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/notes',
  summary: 'Add a note that only admins read',
  params: orderParams,
  body: Note,
  reply: z.object({}),
  status: 201,
})
