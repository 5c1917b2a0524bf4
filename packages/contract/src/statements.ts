import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdParam,
  Instant,
  Language,
  LocalDate,
  LocalMonth,
  Version,
  wholeNumberParam,
} from './primitives.ts'
import { optionalText, requiredLine } from './typed-text.ts'

export const monthAfter = (month: string, months: number): string => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Statements of a month are issued on this day of the next one. */
export const DAY_OF_ISSUE = 3

/**
 * What became of the money of a statement. Below 0 it is `carried`, to be a line of the next statement of its space, or
 * `paid`: the owner has paid it back. Statements of earlier versions may be below 0 in another state.
 */
export const PayoutState = z.enum(['open', 'scheduled', 'paid', 'carried'])
export type PayoutState = z.infer<typeof PayoutState>

/** Those that an admin may choose for a statement. */
export const statesFor = ({ net }: { net: number }): PayoutState[] =>
  net < 0 ? ['carried', 'paid'] : ['open', 'scheduled', 'paid']

/** Others have a date. */
export const isUndated = (state: PayoutState): boolean => state === 'open' || state === 'carried'

export const PAYOUT_REFERENCE_LENGTH = 100

const payout = {
  state: PayoutState,
  /** When it is to be paid, or was. Null if it is open or carried over. */
  date: LocalDate.nullable(),
  /** For example of the bank transfer. */
  reference: z.string().nullable(),
}

export const Payout = z.object({ ...payout, version: Version }).meta({ id: 'Payout' })
export type Payout = z.infer<typeof Payout>

/** Amounts add up those of the lines. They are fixed when the statement is issued. */
export const Statement = z
  .object({
    id: Id,
    office_id: Id,
    /** Null: the office is rented whole. */
    sub_office_id: Id.nullable(),
    /** Of its office, from 1 on, without gaps. */
    number: Id,
    month: LocalMonth,
    /** As they were called when it was issued. */
    office_name: z.string(),
    office_name_he: HebrewName,
    space_name: z.string().nullable(),
    space_name_he: HebrewName,
    time_zone: z.string(),
    currency: Currency,
    lines: Id,
    price: Cents,
    tax: Cents,
    commission: Cents,
    /** Entered by admins, and carried over from a statement below 0. */
    corrections: Cents,
    /** What the owner gets: price without commission, and corrections. */
    net: Cents,
    issued_at: Instant,
    /** SHA-256 of the statement, its lines and the hash of the statement before. */
    hash: z.string(),
    payout: Payout,
    /** The number of the statement that has it as a line of kind `carried`. */
    carried_to: Id.nullable(),
  })
  .meta({ id: 'Statement' })
export type Statement = z.infer<typeof Statement>

export const shownNumber = ({ office_id, number }: Pick<Statement, 'office_id' | 'number'>): string =>
  `${office_id}-${number}`

/**
 * `change`: the order was in an earlier statement and has changed since; the line has the difference. `move`: it has gone to
 * another space or month; the line takes off all that was stated of it here. `carried`: an earlier statement was below 0.
 */
export const LineKind = z.enum(['order', 'change', 'move', 'correction', 'carried'])
export type LineKind = z.infer<typeof LineKind>

export const StatementLine = z
  .object({
    position: Id,
    kind: LineKind,
    /** The month in which the order starts. Without an order: that of the statement. */
    month: LocalMonth,
    /** Null, like start and end, for a correction and what is carried over. */
    order_id: Id.nullable(),
    start: Instant.nullable(),
    end: Instant.nullable(),
    /** The order was cancelled: the amounts are what its terms keep. */
    is_cancelled: z.boolean(),
    price: Cents,
    tax: Cents,
    commission: Cents,
    net: Cents,
    /** Of a correction. Of what is carried over: the number of the statement it comes from, such as 7-12. */
    words: z.string().nullable(),
  })
  .meta({ id: 'StatementLine' })
export type StatementLine = z.infer<typeof StatementLine>

export const Correction = z
  .object({ id: Id, amount: Cents, words: z.string(), added_at: Instant })
  .meta({ id: 'Correction' })
export type Correction = z.infer<typeof Correction>

export const StatementDetails = Statement.extend({
  previous_hash: z.string().nullable(),
  /** Whether it still matches its hash, and the statement before its own. */
  is_intact: z.boolean(),
  /**
   * Whether one of those to whom it was issued still owns the office or, if it was issued to nobody, nobody does. If not,
   * what is below 0 is not carried over.
   */
  has_same_owners: z.boolean(),
  /** Corrections for the next statement of the same space and currency; none for a former owner. */
  waiting: z.array(Correction),
  /** The names of those who owned the office when it was issued; null for owners. */
  owners: z.array(z.string()).nullable(),
}).meta({ id: 'StatementDetails' })
export type StatementDetails = z.infer<typeof StatementDetails>

const params = z.object({ id: IdParam })
const paging = { page: wholeNumberParam().default(1), page_size: wholeNumberParam(100).default(20) }

export const listOwnerStatements = endpoint({
  method: 'GET',
  path: '/api/owner/statements',
  summary: 'Statements that were issued to the caller, the newest first; the total is in X-Total-Count',
  query: z.object({ ...paging, office_id: IdParam.optional(), month: LocalMonth.optional() }),
  reply: z.array(Statement),
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/owner/statements/:id',
  summary: 'One statement, checked against its hash; for admins and those who owned the office then',
  params,
  reply: StatementDetails,
})

export const listStatementLines = endpoint({
  method: 'GET',
  path: '/api/owner/statements/:id/lines',
  summary: 'The lines of a statement; the total is in X-Total-Count',
  params,
  query: z.object(paging),
  reply: z.array(StatementLine),
})

/** Of the headings and the words in the cells. */
const file = z.object({ language: Language.default('en') })

export const getStatementPdf = endpoint({
  method: 'GET',
  path: '/api/owner/statements/:id/statement.pdf',
  summary: 'A statement with all its lines as a PDF file',
  params,
  query: file,
  reply: z.string(),
})

export const getStatementCsv = endpoint({
  method: 'GET',
  path: '/api/owner/statements/:id/statement.csv',
  summary: 'The lines of a statement as a CSV file',
  params,
  query: file,
  reply: z.string(),
})

export const listAllStatements = endpoint({
  method: 'GET',
  path: '/api/admin/statements',
  summary: 'Statements of all offices, the newest first; the total is in X-Total-Count',
  query: z.object({
    ...paging,
    state: PayoutState.optional(),
    month: LocalMonth.optional(),
    /** Part of the name of the office or the space, or the whole number of a statement such as 7-12. */
    q: z.string().trim().max(200).default(''),
  }),
  reply: z.array(Statement),
})

export const issueStatements = endpoint({
  method: 'POST',
  path: '/api/admin/statements',
  summary:
    'Issue the statements of all offices up to a month that is over, before their day; a job does it within seconds',
  body: z.object({ month: LocalMonth }),
  reply: z.object({}),
})

export const PayoutChange = z
  .object({
    state: PayoutState,
    date: LocalDate.nullable().default(null),
    reference: optionalText(PAYOUT_REFERENCE_LENGTH).default(null),
    version: Version.optional(),
  })
  .refine(({ state, date }) => isUndated(state) || date !== null, {
    path: ['date'],
    message: 'Cannot be empty',
  })
export type PayoutChange = z.infer<typeof PayoutChange>

export const changePayout = endpoint({
  method: 'PUT',
  path: '/api/admin/statements/:id/payout',
  summary:
    'Note what became of the money of a statement; those who owned the office when it was issued are mailed',
  params,
  body: PayoutChange,
  reply: Payout,
})

export const CORRECTION_LENGTH = 200
/** In minor units. */
export const MOST_CORRECTED = 100_000_000

export const CorrectionRequest = z.object({
  /** Added to what the owner gets; below 0 it is taken off. */
  amount: Cents.min(-MOST_CORRECTED, 'The number is too large')
    .max(MOST_CORRECTED, 'The number is too large')
    .refine((amount) => amount !== 0, 'Should not be 0'),
  /** Why; it stands in the statement. */
  words: requiredLine(CORRECTION_LENGTH),
})
export type CorrectionRequest = z.infer<typeof CorrectionRequest>

export const addCorrection = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/corrections',
  summary:
    'Correct a statement by a line of the next one of its space; the same Idempotency-Key corrects once',
  takesKey: true,
  params,
  body: CorrectionRequest,
  reply: Correction,
})
