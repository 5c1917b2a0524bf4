import type { CreditLot, OwnData } from '@keyhour/contract/users'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { charges } from '#server/db/schema/charges.ts'
import { creditLedger, creditLots, inCredits, readableLot } from '#server/db/schema/credits.ts'
import { contactMessages, messageAttachments, messagePosts } from '#server/db/schema/messages.ts'
import { officeMembers, offices, subOffices } from '#server/db/schema/offices.ts'
import { orderEvents, orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import { pushChoices, pushSubscriptions } from '#server/db/schema/push.ts'
import { deletionRequests, profiles } from '#server/db/schema/users.ts'
import { waitingEntries } from '#server/db/schema/waiting.ts'

/** Only the columns named here go into the file. */

export async function hasSavedCard(db: Db, userId: number): Promise<boolean> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.user_id, userId))
  return profile?.has_card ?? false
}

export function listOfficesOf(db: Db, userId: number): Promise<OwnData['offices']> {
  return db
    .select({
      id: offices.id,
      name: offices.name,
      role: officeMembers.role,
      since: officeMembers.created_at,
    })
    .from(officeMembers)
    .innerJoin(offices, eq(offices.id, officeMembers.office_id))
    .where(eq(officeMembers.user_id, userId))
    .orderBy(asc(offices.id), asc(officeMembers.role))
}

export function listBusinessesOf(db: Db, userId: number): Promise<OwnData['businesses']> {
  return db
    .select({
      id: businesses.id,
      name: businesses.name,
      role: businessMembers.role,
      monthly_limit: inCredits(businessMembers.monthly_limit) as SQL<number | null>,
      since: businessMembers.created_at,
    })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))
    .where(eq(businessMembers.user_id, userId))
    .orderBy(asc(businesses.id))
}

export function listExportedOrders(db: Db, userId: number): Promise<OwnData['orders']> {
  return db
    .select({
      id: orders.id,
      office: offices.name,
      sub_office: subOffices.name,
      time_zone: offices.time_zone,
      date: orders.date,
      start: orders.start,
      end: orders.end,
      booking_type: orders.booking_type,
      rent_type: orders.rent_type,
      currency: orders.currency,
      base_price: orders.base_price,
      total_price: orders.total_price,
      tax_percent: orders.tax_percent,
      paid_with_credits: orders.paid_with_credits,
      paid_by_card: orders.paid_by_card,
      paid_otherwise: orders.paid_otherwise,
      refunded: orders.refunded,
      kept: orders.kept,
      payment_status: orders.payment_status,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      cancelled_at: orders.cancelled_at,
      note: orders.note,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, orders.office_id), eq(subOffices.id, orders.sub_office_id)),
    )
    .where(eq(orders.user_id, userId))
    .orderBy(desc(orders.start), desc(orders.id))
}

export function listOrderEventsOf(db: Db, userId: number): Promise<OwnData['order_events']> {
  return db
    .select({
      order_id: orderEvents.order_id,
      at: orderEvents.at,
      kind: orderEvents.kind,
      by_you: sql<boolean>`coalesce(${orderEvents.actor_id} = ${userId}, false)`,
      details: orderEvents.details,
    })
    .from(orderEvents)
    .innerJoin(orders, and(eq(orders.office_id, orderEvents.office_id), eq(orders.id, orderEvents.order_id)))
    .where(eq(orders.user_id, userId))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
}

export function listLotsOf(db: Db, userId: number): Promise<CreditLot[]> {
  return db
    .select(readableLot)
    .from(creditLots)
    .where(eq(creditLots.user_id, userId))
    .orderBy(desc(creditLots.id))
}

export function listLedgerOf(db: Db, userId: number): Promise<OwnData['credit_ledger']> {
  return db
    .select({
      lot_id: creditLedger.lot_id,
      at: creditLedger.at,
      kind: creditLedger.kind,
      currency: creditLots.currency,
      amount: inCredits(creditLedger.amount),
      order_id: creditLedger.order_id,
      description: creditLedger.description,
    })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lot_id))
    .where(eq(creditLots.user_id, userId))
    .orderBy(desc(creditLedger.id))
}

export function listPaymentsOf(db: Db, userId: number): Promise<OwnData['payments']> {
  return db
    .select({
      id: payments.id,
      created_at: payments.created_at,
      way: payments.way,
      status: payments.status,
      pack_name: payments.pack_name,
      credits_amount: payments.credits_amount,
      amount: payments.amount,
      tax_percent: payments.tax_percent,
      currency: payments.currency,
      refunded: payments.refunded,
      paid_at: payments.paid_at,
      receipt_number: payments.receipt_number,
    })
    .from(payments)
    .where(eq(payments.user_id, userId))
    .orderBy(desc(payments.id))
}

export function listExportedCharges(db: Db, userId: number): Promise<OwnData['charges']> {
  return db
    .select({
      id: charges.id,
      order_id: charges.order_id,
      created_at: charges.created_at,
      way: charges.way,
      status: charges.status,
      amount: charges.amount,
      kept: charges.kept,
      tax_percent: charges.tax_percent,
      currency: charges.currency,
      failure: charges.failure,
      authorised_at: charges.authorised_at,
      captured_at: charges.captured_at,
      receipt_number: charges.receipt_number,
    })
    .from(charges)
    .where(eq(charges.user_id, userId))
    .orderBy(desc(charges.id))
}

export function listDeletionRequestsOf(db: Db, userId: number): Promise<OwnData['deletion_requests']> {
  return db
    .select({
      requested_at: deletionRequests.requested_at,
      confirmed_at: deletionRequests.confirmed_at,
      undone_at: deletionRequests.undone_at,
      purge_after: deletionRequests.purge_after,
    })
    .from(deletionRequests)
    .where(eq(deletionRequests.user_id, userId))
    .orderBy(desc(deletionRequests.id))
}

export function listWaitsFor(db: Db, userId: number): Promise<OwnData['waiting_list']> {
  return db
    .select({
      office: offices.name,
      sub_office: subOffices.name,
      start: sql<string>`lower(${waitingEntries.during})`.mapWith(orders.start),
      end: sql<string>`upper(${waitingEntries.during})`.mapWith(orders.start),
      state: waitingEntries.state,
      joined_at: waitingEntries.joined_at,
    })
    .from(waitingEntries)
    .innerJoin(offices, eq(offices.id, waitingEntries.office_id))
    .leftJoin(
      subOffices,
      and(
        eq(subOffices.office_id, waitingEntries.office_id),
        eq(subOffices.id, waitingEntries.sub_office_id),
      ),
    )
    .where(eq(waitingEntries.user_id, userId))
    .orderBy(desc(waitingEntries.id))
}

export async function findNotifications(db: Db, userId: number): Promise<OwnData['notifications']> {
  const [choices] = await db
    .select({ off: pushChoices.off })
    .from(pushChoices)
    .where(eq(pushChoices.user_id, userId))
  const devices = await db.$count(pushSubscriptions, eq(pushSubscriptions.user_id, userId))
  return { devices, off: choices?.off ?? [] }
}

export function listMessagesFrom(db: Db, email: string): Promise<OwnData['messages']> {
  return db
    .select({
      created_at: contactMessages.created_at,
      message: contactMessages.message,
      is_handled: contactMessages.is_handled,
      attachments: sql<string[]>`array(select ${messageAttachments.name} from ${messageAttachments}
        where ${messageAttachments.message_id} = ${contactMessages.id} order by ${messageAttachments.id})`,
      posts: sql<OwnData['messages'][number]['posts']>`(select coalesce(jsonb_agg(jsonb_build_object(
          'kind', ${messagePosts.kind}, 'text', ${messagePosts.text}, 'created_at', to_char(
            ${messagePosts.created_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by ${messagePosts.created_at}, ${messagePosts.id}), '[]')
        from ${messagePosts} where ${messagePosts.message_id} = ${contactMessages.id})`,
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`))
    .orderBy(desc(contactMessages.id))
}

export function listAuditOf(db: Db, userId: number): Promise<OwnData['audit']> {
  return db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      subject: auditLog.subject,
      subject_id: auditLog.subject_id,
      by_you: sql<boolean>`coalesce(${auditLog.actor_id} = ${userId}, false)`,
    })
    .from(auditLog)
    .where(
      or(and(eq(auditLog.subject, 'user'), eq(auditLog.subject_id, userId)), eq(auditLog.actor_id, userId)),
    )
    .orderBy(desc(auditLog.id))
}
