import type { Db } from '#server/db/connection.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { NewStatement } from '#server/features/statements/issue-queries.ts'
import { payoutChanged, statementsIssued } from '#server/features/statements/mails.ts'
import { listOwners, type Owner } from '#server/features/statements/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type Which = Parameters<typeof listOwners>[1]

const listReaders = async (db: Db, statement: Which): Promise<Owner[]> =>
  (await listOwners(db, statement)).filter(({ deleted_at }) => deleted_at === null)

/** One mail to each owner, about all spaces of the office. */
export async function mailStatements(
  deps: Deps,
  db: Db,
  issued: readonly [NewStatement, ...NewStatement[]],
): Promise<void> {
  for (const owner of await listReaders(db, issued[0]))
    await sendLetter(deps, db, owner, statementsIssued(owner, issued, deps.config))
}

export async function mailPayout(
  deps: Deps,
  db: Db,
  statement: Parameters<typeof payoutChanged>[1],
): Promise<void> {
  for (const owner of await listReaders(db, statement))
    await sendLetter(deps, db, owner, payoutChanged(owner, statement, deps.config))
}
