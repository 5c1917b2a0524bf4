import type { StatementDetails } from '@keyhour/contract/statements'
import type { Db } from '#server/db/connection.ts'
import { listToCheck } from '#server/features/statements/hash-queries.ts'
import {
  type FullStatement,
  findHashBefore,
  findStatement,
  isWithSameOwners,
  listOwners,
  listWaiting,
  type Reader,
} from '#server/features/statements/queries.ts'
import { isIntact } from '#server/features/statements/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'

/** Admins read every statement, others those that were issued to them. */
export const readerOf = ({ id, admin }: Session): Reader => ({ ownerId: admin ? undefined : id })

export const getStatement = async (db: Db, id: number, reader: Reader): Promise<FullStatement> =>
  orMissing(await findStatement(db, id, reader), 'This statement does not exist.')

export async function getStatementDetails(db: Db, id: number, reader: Reader): Promise<StatementDetails> {
  const statement = await getStatement(db, id, reader)
  const [checked] = await listToCheck(db, statement.office_id, statement.number - 1, 1)
  return {
    ...statement,
    is_intact: isIntact(checked!, await findHashBefore(db, statement)),
    has_same_owners: await isWithSameOwners(db, statement),
    waiting: await listWaiting(db, statement, reader),
    owners: reader.ownerId === undefined ? (await listOwners(db, statement)).map(({ name }) => name) : null,
  }
}
