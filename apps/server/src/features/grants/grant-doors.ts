import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { drawCode } from '#server/features/grants/keep-with-code.ts'
import { insertGrant } from '#server/features/grants/queries.ts'
import { windowOf } from '#server/features/grants/rules.ts'
import { tendAfter } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

type NewOrder = { office_id: number; id: number; start: string; end: string }

/** What `followOrder` does, for an order that is being placed: there is no grant to look for. */
export async function grantDoors(deps: Deps, db: Db, { office_id, id, start, end }: NewOrder): Promise<void> {
  const now = deps.now()
  const window = windowOf({ start, until: end, is_good: true, checked_out_at: null }, now)
  if (!window) return
  const key = { office_id, order_id: id }
  const due = Math.max(window.from, now.getTime())
  const grant = { ...key, due_at: new Date(due).toISOString() }
  const insert = () => insertGrant(db, { ...grant, ...drawCode(deps.secrets) }, window)
  const [isKept] = await together(insert(), tendAfter(deps, db, key, due - now.getTime()))
  for (let isUnique = isKept; !isUnique; isUnique = await insert());
}
