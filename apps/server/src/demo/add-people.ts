import type { Db } from '#server/db/connection.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { credentials, deletionRequests, profiles, users } from '#server/db/schema/users.ts'
import { OFFICES } from '#server/demo/offices.ts'
import { BUSINESSES, type Country, DEMO_SIGN_INS, type DemoPerson, PEOPLE } from '#server/demo/people.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

export type AddedPerson = DemoPerson & {
  id: number
  email: string
  joinedAt: number
  /** Infinity for people who have not left. */
  leftAt: number
  /** The company whose credits pay for this person. */
  businessId: number | null
}

export type People = {
  all: AddedPerson[]
  /** Throws for an unknown account: the demo data is then inconsistent. */
  of: (account: string) => AddedPerson
  businessIds: number[]
}

type Setting = { now: number; photos: Map<string, string>; passwordHash: string }

export async function addPeople(db: Db, setting: Setting): Promise<People> {
  const random = createRandom(1, 'demo people')
  const businessIds = await reserveIds(db, businesses, BUSINESSES.length)
  const userIds = await reserveIds(db, users, PEOPLE.length)
  const joined = joinings(setting.now, random)
  const all = PEOPLE.map((one, at): AddedPerson => {
    const leftAt = one.deletedDaysAgo ? setting.now - one.deletedDaysAgo * DAY : Number.POSITIVE_INFINITY
    const joinedAt = joined.get(one.account)!
    return {
      ...one,
      id: userIds[at]!,
      email: emailOf(one.account),
      joinedAt: one.deletedDaysAgo ? Math.min(joinedAt, leftAt - 90 * DAY) : joinedAt,
      leftAt,
      businessId: businessOf(one.account, businessIds),
    }
  })

  await insertAll(db, users, all.map(userRow))
  await insertAll(
    db,
    profiles,
    all.map((one) => ({
      user_id: one.id,
      phone: random.chance(0.94) ? PHONE[one.country](random) : null,
      passport_image: setting.photos.get(one.account) ?? null,
      updated_at: iso(one.joinedAt),
    })),
  )
  const signIns = all.filter((one) => DEMO_SIGN_INS.some(({ email }) => email === one.email))
  await insertAll(
    db,
    credentials,
    signIns.map((one) => ({
      user_id: one.id,
      password_hash: setting.passwordHash,
      changed_at: iso(one.joinedAt),
    })),
  )
  const people = { all, businessIds, of: finder(all) }
  await addBusinesses(db, people, setting.now)
  await addDeletionRequests(db, people, setting.now)
  return people
}

const emailOf = (account: string): string => `${account}@keyhour.test`

function finder(all: AddedPerson[]): (account: string) => AddedPerson {
  const byAccount = new Map(all.map((one) => [one.account, one]))
  return (account) => {
    const found = byAccount.get(account)
    if (!found) throw new Error(`Nobody in the demo has the account ${account}.`)
    return found
  }
}

/** Spread over the past year, but the sign-ins first, then those who manage an office. */
function joinings(now: number, random: Random): Map<string, number> {
  const staff = new Set(OFFICES.flatMap(({ manager, owner }) => [manager, owner]))
  const others = PEOPLE.slice(DEMO_SIGN_INS.length)
  const inOrder = [
    ...PEOPLE.slice(0, DEMO_SIGN_INS.length),
    ...others.filter(({ account }) => staff.has(account)),
    ...random.shuffle(others.filter(({ account }) => !staff.has(account))),
  ]
  return new Map(
    inOrder.map(({ account }, at) => {
      const daysAgo = 363 - (at * 360) / inOrder.length
      return [account, now - daysAgo * DAY - random.whole(1, 1400) * MINUTE]
    }),
  )
}

function businessOf(account: string, businessIds: number[]): number | null {
  const at = BUSINESSES.findIndex(
    ({ manager, employees }) => manager === account || employees.some(([employee]) => employee === account),
  )
  return businessIds[at] ?? null
}

function userRow(one: AddedPerson) {
  const isGone = Number.isFinite(one.leftAt)
  return {
    id: one.id,
    name: one.name,
    email: one.email,
    admin: one.account === 'admin',
    language: /\p{Script=Hebrew}/u.test(one.name) ? ('he' as const) : ('en' as const),
    email_confirmed_at: iso(one.joinedAt),
    created_at: iso(one.joinedAt),
    deleted_at: isGone ? iso(one.leftAt) : null,
    updated_at: iso(isGone ? one.leftAt : one.joinedAt),
  }
}

const PHONE: Record<Country, (random: Random) => string> = {
  il: (random) => `+972-5${random.pick(['0', '2', '3', '4', '8'])}-555-${digits(random)}`,
  de: (random) => `+49 15${random.whole(1, 9)} 5550 ${digits(random)}`,
  uk: (random) => `+44 7700 90${digits(random)}`,
  us: (random) => `+1 212 555 01${digits(random).slice(2)}`,
}

const digits = (random: Random): string => String(random.whole(0, 9999)).padStart(4, '0')

async function addBusinesses(db: Db, { businessIds, of }: People, now: number): Promise<void> {
  const created_at = iso(now - 300 * DAY)
  await insertAll(
    db,
    businesses,
    BUSINESSES.map(({ name, tax_id, manager }, at) => {
      return {
        id: businessIds[at]!,
        name,
        tax_id,
        billing_email: of(manager).email,
        created_at,
        updated_at: created_at,
      }
    }),
  )
  await insertAll(
    db,
    businessMembers,
    BUSINESSES.flatMap(({ manager, employees }, at) => {
      const business_id = businessIds[at]!
      return [
        { business_id, user_id: of(manager).id, role: 'manager' as const, created_at },
        ...employees.map(([account, credits]) => ({
          business_id,
          user_id: of(account).id,
          role: 'employee' as const,
          monthly_limit: credits && credits * 100,
          created_at: iso(Math.max(of(account).joinedAt, now - 300 * DAY)),
        })),
      ]
    }),
  )
}

/** One within the seven days of grace, one never confirmed, one withdrawn. */
async function addDeletionRequests(db: Db, { of }: People, now: number): Promise<void> {
  const leaving = of('katya.morozova')
  const undecided = of('oliver.bennett')
  await insertAll(db, deletionRequests, [
    {
      user_id: leaving.id,
      requested_at: iso(leaving.leftAt - HOUR),
      confirmed_at: iso(leaving.leftAt),
      purge_after: iso(leaving.leftAt + 7 * DAY),
    },
    { user_id: undecided.id, requested_at: iso(now - 2 * DAY) },
    {
      user_id: of('omer.dahan').id,
      requested_at: iso(now - 22 * DAY),
      confirmed_at: iso(now - 22 * DAY + HOUR),
      undone_at: iso(now - 20 * DAY),
    },
  ])
}
