import type { Language } from '@keyhour/contract/primitives'
import type { Correction, PayoutState, Statement, StatementLine } from '@keyhour/contract/statements'
import { and, asc, desc, eq, gt, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import {
  payouts,
  statementCorrections,
  statementLines,
  statementOwners,
  statements,
} from '#server/db/schema/statements.ts'
import { users } from '#server/db/schema/users.ts'

/** Whose statements: those that were issued to a user, or all. */
export type Reader = { ownerId: number | undefined }

export type StatementFilter = Reader & {
  office_id?: number | undefined
  month?: string | undefined
  state?: PayoutState | undefined
  q?: string
}

const readers = sql`select from ${statementOwners}
  where ${statementOwners.office_id} = ${statements.office_id} and ${statementOwners.number} = ${statements.number}`

const isIssuedTo = (userId: number | typeof officeMembers.user_id): SQL =>
  sql`exists (${readers} and ${statementOwners.user_id} = ${userId})`

const mayRead = ({ ownerId }: Reader): SQL | undefined =>
  ownerId === undefined ? undefined : isIssuedTo(ownerId)

const withPayout = (db: Db) =>
  db
    .select({ statement: statements, payout: payouts, carried_to: statementLines.number })
    .from(statements)
    .innerJoin(
      payouts,
      and(eq(payouts.office_id, statements.office_id), eq(payouts.number, statements.number)),
    )
    .leftJoin(
      statementLines,
      and(
        eq(statementLines.office_id, statements.office_id),
        eq(statementLines.kind, 'carried'),
        sql`${statementLines.words} = ${statements.office_id} || '-' || ${statements.number}`,
      ),
    )

type Found = Awaited<ReturnType<typeof withPayout>>[number]
export type FullStatement = Statement & { previous_hash: string | null }

const shown = ({ statement, ...more }: Found): FullStatement => ({ ...statement, ...more })

export async function findStatement(db: Db, id: number, reader: Reader): Promise<FullStatement | undefined> {
  const [found] = await withPayout(db).where(and(eq(statements.id, id), mayRead(reader)))
  return found && shown(found)
}

type Page = { page: number; page_size: number }

export async function listStatements(
  db: Db,
  filter: StatementFilter,
  { page, page_size }: Page,
): Promise<{ rows: Statement[]; total: number }> {
  const which = conditionOf(filter)
  const rows = await withPayout(db)
    .where(which)
    .orderBy(desc(statements.month), desc(statements.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(statements)
    .innerJoin(
      payouts,
      and(eq(payouts.office_id, statements.office_id), eq(payouts.number, statements.number)),
    )
    .where(which)
  return { rows: rows.map(shown), total: counted!.total }
}

function conditionOf({ office_id, month, state, q = '', ...reader }: StatementFilter): SQL | undefined {
  return and(
    mayRead(reader),
    office_id === undefined ? undefined : eq(statements.office_id, office_id),
    month ? eq(statements.month, month) : undefined,
    state && eq(payouts.state, state),
    q === '' ? undefined : matches(q),
  )
}

function matches(q: string): SQL | undefined {
  const [, office, number] = /^(\d{1,15})-(\d{1,9})$/.exec(q) ?? []
  if (office !== undefined)
    return and(eq(statements.office_id, Number(office)), eq(statements.number, Number(number)))
  const names = [
    statements.office_name,
    statements.office_name_he,
    statements.space_name,
    statements.space_name_he,
  ]
  return or(...names.map((name) => ilike(name, containing(q))))
}

type Which = Pick<Statement, 'office_id' | 'number'>

const line = {
  position: statementLines.position,
  kind: statementLines.kind,
  month: statementLines.month,
  order_id: statementLines.order_id,
  start: statementLines.start,
  end: statementLines.end,
  is_cancelled: statementLines.is_cancelled,
  price: statementLines.price,
  tax: statementLines.tax,
  commission: statementLines.commission,
  net: statementLines.net,
  words: statementLines.words,
}

/** The next lines after a position. */
export const listLines = (
  db: Db,
  { office_id, number }: Which,
  after: number,
  limit: number,
): Promise<StatementLine[]> =>
  db
    .select(line)
    .from(statementLines)
    .where(
      and(
        eq(statementLines.office_id, office_id),
        eq(statementLines.number, number),
        gt(statementLines.position, after),
      ),
    )
    .orderBy(asc(statementLines.position))
    .limit(limit)

export async function findHashBefore(db: Db, { office_id, number }: Which): Promise<string | null> {
  const [before] = await db
    .select({ hash: statements.hash })
    .from(statements)
    .where(and(eq(statements.office_id, office_id), lt(statements.number, number)))
    .orderBy(desc(statements.number))
    .limit(1)
  return before?.hash ?? null
}

type Space = Pick<Statement, 'office_id' | 'sub_office_id' | 'currency'>

const correction = {
  id: statementCorrections.id,
  amount: statementCorrections.amount,
  words: statementCorrections.words,
  added_at: statementCorrections.added_at,
}

const ownersNow = sql`select from ${officeMembers}
  where ${officeMembers.office_id} = ${statements.office_id} and ${officeMembers.role} = 'owner'`
const isOwnedByReader = sql`exists (${ownersNow} and ${isIssuedTo(officeMembers.user_id)})`

/** One of those to whom it was issued owns the office; if it was issued to nobody, nobody does. */
export const hasSameOwners = sql<boolean>`(case when exists (${readers}) then ${isOwnedByReader}
  else not exists (${ownersNow}) end)`

export async function isWithSameOwners(db: Db, { office_id, number }: Which): Promise<boolean> {
  const which = and(eq(statements.office_id, office_id), eq(statements.number, number), hasSameOwners)
  return (await db.$count(statements, which)) > 0
}

/** A correction is for those to whom the statement was issued on which it was entered. */
export const isForOwnersNow = sql`(${statementCorrections.number} is null or exists (select from ${statements}
  where ${statements.office_id} = ${statementCorrections.office_id}
    and ${statements.number} = ${statementCorrections.number} and ${hasSameOwners}))`

const isOwnerNow = (officeId: number, userId: number): SQL => sql`exists (select from ${officeMembers}
  where ${officeMembers.office_id} = ${officeId} and ${officeMembers.user_id} = ${userId}
    and ${officeMembers.role} = 'owner')`

/** Those that no statement has yet. Owners see those that will be theirs. */
export const listWaiting = (
  db: Db,
  { office_id, sub_office_id, currency }: Space,
  { ownerId }: Reader,
): Promise<Correction[]> =>
  db
    .select(correction)
    .from(statementCorrections)
    .leftJoin(
      statementLines,
      and(
        eq(statementLines.office_id, statementCorrections.office_id),
        eq(statementLines.correction_id, statementCorrections.id),
      ),
    )
    .where(
      and(
        eq(statementCorrections.office_id, office_id),
        sub_office_id === null
          ? isNull(statementCorrections.sub_office_id)
          : eq(statementCorrections.sub_office_id, sub_office_id),
        eq(statementCorrections.currency, currency),
        isNull(statementLines.position),
        ...(ownerId === undefined ? [] : [isOwnerNow(office_id, ownerId), isForOwnersNow]),
      ),
    )
    .orderBy(asc(statementCorrections.id))

export async function insertCorrection(
  db: Db,
  row: typeof statementCorrections.$inferInsert,
): Promise<Correction> {
  const [added] = await db.insert(statementCorrections).values(row).returning(correction)
  return added!
}

export type PayoutRow = typeof payouts.$inferSelect

export async function lockPayout(db: Db, { office_id, number }: Which): Promise<PayoutRow> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.office_id, office_id), eq(payouts.number, number)))
    .for('update')
  return row!
}

export async function updatePayout(
  db: Db,
  { office_id, number, ...changes }: Which & Partial<PayoutRow>,
): Promise<PayoutRow> {
  const [row] = await db
    .update(payouts)
    .set({ ...changes, version: sql`${payouts.version} + 1` })
    .where(and(eq(payouts.office_id, office_id), eq(payouts.number, number)))
    .returning()
  return row!
}

export type Owner = { name: string; email: string; language: Language; deleted_at: string | null }

/** To whom it was issued, whoever owns the office now. */
export const listOwners = (db: Db, { office_id, number }: Which): Promise<Owner[]> =>
  db
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      deleted_at: users.deleted_at,
    })
    .from(statementOwners)
    .innerJoin(users, eq(users.id, statementOwners.user_id))
    .where(and(eq(statementOwners.office_id, office_id), eq(statementOwners.number, number)))
    .orderBy(asc(users.id))
