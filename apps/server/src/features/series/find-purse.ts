import type { SeriesPurse } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { countAllowed } from '#server/features/bookings/refuse-debts.ts'
import { findStanding, type NamedStanding } from '#server/features/businesses/find-standing.ts'
import { refusalOfSpending } from '#server/features/businesses/rules.ts'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { amountIn } from '#server/features/credits/rules.ts'
import { listDebts } from '#server/features/orders/row-queries.ts'
import { findDebtor } from '#server/features/series/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type Payer = { space: Space; userId: number; business_id: number | undefined; dates: string[] }

/** What can pay for these dates now. Locks nothing. */
export function findPurse(deps: Deps, { space, userId, business_id, dates }: Payer): Promise<SeriesPurse> {
  if (business_id === undefined) return findOwn(deps, space, userId)
  const months = [...new Set(dates.map((date) => `${date.slice(0, 7)}-01`))]
  return findOfCompany(deps, space, { business_id, user_id: userId, months })
}

async function findOwn(deps: Deps, space: Space, userId: number): Promise<SeriesPurse> {
  const { db } = deps
  const purses = await listFreePurses(db, userId, deps.now())
  const unpaid = await listDebts(db, { user_id: userId, office_id: space.office_id })
  const customer = (await findDebtor(db, userId))!
  return {
    available: amountIn(purses, space.currency),
    unpaid_allowed: countAllowed(deps, { space, customer, unpaid }),
    months: null,
    refusal: null,
  }
}

type Spender = { business_id: number; user_id: number; months: string[] }

async function findOfCompany(
  { db, now }: Deps,
  space: Space,
  { months, ...person }: Spender,
): Promise<SeriesPurse> {
  const standings = await listStandings(db, { months, ...person }, now())
  const [first] = standings
  const limited = standings.flatMap(({ month, standing }) =>
    standing && standing.monthly_limit !== null
      ? [{ month: month.slice(0, 7), left: Math.max(0, standing.monthly_limit - standing.used) }]
      : [],
  )
  return {
    available: first?.standing?.left ?? 0,
    unpaid_allowed: 0,
    months: limited.length > 0 ? limited : null,
    refusal: refusalOfSpending(first?.standing && { ...first.standing, used: 0 }, { more: 0, ...space }),
  }
}

type Standings = { month: string; standing: NamedStanding | undefined }[]

/** Without a limit, the month makes no difference. */
async function listStandings(db: Db, { months, ...person }: Spender, now: Date): Promise<Standings> {
  const standings: Standings = []
  for (const month of months) {
    const standing = await findStanding(db, { ...person, month }, now)
    standings.push({ month, standing })
    if (!standing || standing.monthly_limit === null) break
  }
  return standings
}
