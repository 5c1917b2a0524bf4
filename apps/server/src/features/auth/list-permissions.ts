import type { Permission } from '@keyhour/contract/auth'
import type { Db } from '#server/db/connection.ts'
import { listManagedBusinesses, listOfficeRoles } from '#server/features/auth/permission-queries.ts'
import { permissionsOf } from '#server/features/auth/rules.ts'
import type { Session } from '#server/http/guards.ts'

export async function listPermissions(db: Db, { id, admin }: Session): Promise<Permission[]> {
  const officeRoles = await listOfficeRoles(db, id)
  const officesAs = (role: string) =>
    officeRoles.filter((one) => one.role === role).map(({ office_id }) => office_id)
  return permissionsOf({
    admin,
    managedOffices: officesAs('manager'),
    ownedOffices: officesAs('owner'),
    managedBusinesses: await listManagedBusinesses(db, id),
  })
}
