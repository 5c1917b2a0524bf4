import { createHash } from 'node:crypto'
import { INVITATION_DAYS } from '@keyhour/contract/businesses'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessInvitations } from '#server/db/schema/businesses.ts'
import type { People } from '#server/demo/add-people.ts'
import type { Credits } from '#server/demo/credits.ts'
import { BUSINESSES } from '#server/demo/people.ts'
import { insertAll, iso } from '#server/demo/rows.ts'
import { DAY, HOUR } from '#server/time/opening-hours.ts'

type Demo = { people: People; credits: Credits; now: number }

/** What the first company's pages show besides its people and orders: a pool that runs low, and people who were invited. */
export async function addCompanyPages(db: Db, { people, credits, now }: Demo): Promise<void> {
  const business_id = people.businessIds[0]!
  const left = credits.lots
    .filter(({ owner }) => 'business_id' in owner && owner.business_id === business_id)
    .reduce((sum, { remaining }) => sum + remaining, 0)
  const thousand = 100_000
  await db
    .update(businesses)
    .set({ low_at: (Math.floor(left / thousand) + 1) * thousand, low_warned_at: iso(now - 20 * HOUR) })
    .where(eq(businesses.id, business_id))
  const invited_by = people.of(BUSINESSES[0]!.manager).id
  await insertAll(
    db,
    businessInvitations,
    [
      { email: 'yael.sharon@lumen.example', role: 'employee' as const, monthly_limit: 80_000, daysAgo: 2 },
      { email: 'amos.levin@lumen.example', role: 'manager' as const, monthly_limit: null, daysAgo: 16 },
    ].map(({ daysAgo, ...invitation }) => ({
      ...invitation,
      business_id,
      invited_by,
      // Of a link that nobody has.
      token_hash: createHash('sha256').update(`demo ${invitation.email}`).digest(),
      sent_at: iso(now - daysAgo * DAY),
      expires_at: iso(now + (INVITATION_DAYS - daysAgo) * DAY),
    })),
  )
}
