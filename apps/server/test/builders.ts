import type { Currency } from '@keyhour/contract/primitives'
import { eq } from 'drizzle-orm'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { creditLedger, creditLots } from '#server/db/schema/credits.ts'
import { type OfficeRole, officeMembers, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { credentials, deletionRequests, profiles, users } from '#server/db/schema/users.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import type { Deps } from '#server/http/routes.ts'

let made = 0

/** Each builder makes what one test needs, and nothing that the test did not ask for. */
export function builders({ db, now, files, secrets }: Deps) {
  async function user(given: Partial<typeof users.$inferInsert> & { password?: string } = {}) {
    const { password, ...fields } = given
    made += 1
    const [row] = await db
      .insert(users)
      .values({ name: `Person ${made}`, email: `person-${made}@keyhour.test`, ...fields })
      .returning()
    if (password) {
      await db.insert(credentials).values({ user_id: row!.id, password_hash: await hashPassword(password) })
    }
    return row!
  }

  /** Confirmed now, so the account can be kept for seven more days. */
  async function deletion(userId: number) {
    const confirmed_at = now().toISOString()
    const purge_after = new Date(now().getTime() + 7 * 24 * 3_600_000).toISOString()
    await db.update(users).set({ deleted_at: confirmed_at }).where(eq(users.id, userId))
    const [row] = await db
      .insert(deletionRequests)
      .values({ user_id: userId, confirmed_at, purge_after })
      .returning()
    return row!
  }

  async function passportPhoto(userId: number, jpeg: Uint8Array) {
    const passport_image = await files.keep('passport_images', 'jpg', secrets.sealBytes(jpeg))
    await db.insert(profiles).values({ user_id: userId, passport_image })
  }

  async function office(given: Partial<typeof offices.$inferInsert> = {}) {
    made += 1
    const [row] = await db
      .insert(offices)
      .values({ name: `Office ${made}`, lat: 32.07, lon: 34.78, address: 'Rothschild 1, Tel Aviv', ...given })
      .returning()
    return row!
  }

  async function member(officeId: number, userId: number, role: OfficeRole) {
    await db.insert(officeMembers).values({ office_id: officeId, user_id: userId, role })
  }

  async function subOffice(officeId: number, given: Partial<typeof subOffices.$inferInsert> = {}) {
    made += 1
    const [row] = await db
      .insert(subOffices)
      .values({
        office_id: officeId,
        name: `Room ${made}`,
        capacity: 4,
        price_per_hour: 5000,
        price_per_day: 30_000,
        price_per_week: 150_000,
        ...given,
      })
      .returning()
    return row!
  }

  async function unit(officeId: number, subOfficeId: number | null = null, number = 1) {
    const [row] = await db
      .insert(units)
      .values({ office_id: officeId, sub_office_id: subOfficeId, number })
      .returning()
    return row!
  }

  async function order(given: Partial<typeof orders.$inferInsert> & { office_id: number; user_id: number }) {
    const [row] = await db
      .insert(orders)
      .values({
        rent_type: 'hour',
        start: now().toISOString(),
        end: new Date(now().getTime() + 3_600_000).toISOString(),
        date: now().toISOString(),
        currency: 'ILS',
        base_price: 5000,
        total_price: 5000,
        tax_percent: 18,
        commission_percent: 30,
        ...given,
      })
      .returning()
    return row!
  }

  async function taken(office_id: number, unit_id: number, order_id: number, from: string, to: string) {
    await db
      .insert(occupancy)
      .values({ office_id, unit_id, order_id, cause: 'order', during: `[${from},${to})` })
  }

  /** In hundredths of a credit. */
  async function credits(
    user_id: number,
    amount: number,
    expires_at: string | null = null,
    currency: Currency = 'ILS',
  ) {
    const [lot] = await db
      .insert(creditLots)
      .values({ user_id, currency, granted: amount, remaining: amount, expires_at })
      .returning()
    await db.insert(creditLedger).values({ lot_id: lot!.id, amount, kind: 'grant' })
    return lot!.id
  }

  /** A company with that manager; `left` is what is in its pool, in hundredths of a credit. */
  async function company(
    managerId: number,
    { left = 0, ...given }: Partial<typeof businesses.$inferInsert> & { left?: number } = {},
  ) {
    made += 1
    const [row] = await db
      .insert(businesses)
      .values({ name: `Company ${made}`, ...given })
      .returning()
    await employee(row!.id, managerId, { role: 'manager' })
    if (left > 0) await poolCredits(row!.id, left)
    return row!
  }

  async function employee(
    business_id: number,
    user_id: number,
    given: Partial<typeof businessMembers.$inferInsert> = {},
  ) {
    await db.insert(businessMembers).values({ business_id, user_id, role: 'employee', ...given })
  }

  /** In hundredths of a credit. */
  async function poolCredits(business_id: number, amount: number, expires_at: string | null = null) {
    const [lot] = await db
      .insert(creditLots)
      .values({ business_id, currency: 'ILS', granted: amount, remaining: amount, expires_at })
      .returning()
    await db.insert(creditLedger).values({ lot_id: lot!.id, amount, kind: 'purchase' })
    return lot!.id
  }

  return {
    ...{ user, deletion, passportPhoto, office, member, subOffice, unit, order, taken, credits },
    ...{ company, employee, poolCredits },
  }
}
