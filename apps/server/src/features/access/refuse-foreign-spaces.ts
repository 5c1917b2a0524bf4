import type { Db } from '#server/db/connection.ts'
import { areSpacesOf } from '#server/features/access/device-queries.ts'
import { badField } from '#server/http/refusal.ts'

export async function refuseForeignSpaces(db: Db, officeId: number, subOfficeIds: number[]): Promise<void> {
  if (subOfficeIds.length > 0 && !(await areSpacesOf(db, officeId, subOfficeIds)))
    throw badField('sub_office_ids', 'This space is not in the office of the door.')
}
