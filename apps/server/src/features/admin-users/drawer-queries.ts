import type { AuditEntry, OfficeRole, UserDetails } from '@keyhour/contract/admin-users'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { officeMembers, offices } from '#server/db/schema/offices.ts'
import { users } from '#server/db/schema/users.ts'

type Page = { page: number; page_size: number }

export function listNamedOffices(db: Db, userId: number): Promise<UserDetails['offices']> {
  return db
    .select({
      id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      roles: sql<OfficeRole[]>`array_agg(${officeMembers.role} order by ${officeMembers.role})`,
    })
    .from(officeMembers)
    .innerJoin(offices, eq(offices.id, officeMembers.office_id))
    .where(eq(officeMembers.user_id, userId))
    .groupBy(offices.id)
    .orderBy(asc(offices.name), asc(offices.id))
}

const isAbout = (userId: number) => and(eq(auditLog.subject, 'user'), eq(auditLog.subject_id, userId))

export function listAudit(db: Db, userId: number, { page, page_size }: Page): Promise<AuditEntry[]> {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      actor_name: users.name,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor_id))
    .where(isAbout(userId))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export const countAudit = (db: Db, userId: number): Promise<number> => db.$count(auditLog, isAbout(userId))
