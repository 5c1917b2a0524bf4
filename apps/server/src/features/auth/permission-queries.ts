import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { officeMembers, offices } from '#server/db/schema/offices.ts'

export async function listOfficeRoles(db: Db, userId: number) {
  return db
    .select({ office_id: officeMembers.office_id, role: officeMembers.role })
    .from(officeMembers)
    .innerJoin(offices, eq(offices.id, officeMembers.office_id))
    .where(
      and(
        eq(officeMembers.user_id, userId),
        inArray(officeMembers.role, ['manager', 'owner']),
        isNull(offices.deleted_at),
      ),
    )
    .orderBy(officeMembers.office_id)
}

export async function listManagedBusinesses(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))
    .where(
      and(
        eq(businessMembers.user_id, userId),
        eq(businessMembers.role, 'manager'),
        isNull(businesses.deleted_at),
      ),
    )
    .orderBy(businesses.id)
  return rows.map(({ id }) => id)
}
