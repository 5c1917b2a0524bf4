import { createRandom, type Random } from '@keyhour/artwork/random'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'
import type { People, Person } from '#server/demo/add-people.ts'
import { DAY, MINUTE } from '#server/demo/hours.ts'
import type { Lot } from '#server/demo/purses.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'

type Pack = Omit<typeof creditPacks.$inferInsert, 'created_at'> & { duration_days: number | null }

const PACKS: Pack[] = [
  {
    name: 'Starter',
    description: 'An afternoon in a meeting room, or four at a desk.',
    credits_amount: 200,
    price_cents: 19_000,
    currency: 'ILS',
    duration_days: 45,
  },
  {
    name: 'Regular · מנוי קבוע',
    description: 'For those who come every week.',
    credits_amount: 800,
    price_cents: 69_900,
    currency: 'ILS',
    duration_days: 90,
  },
  {
    name: 'Werkbank',
    description: 'Ein Monat in Kreuzberg, an welchem Tisch auch immer.',
    credits_amount: 300,
    price_cents: 27_500,
    currency: 'EUR',
    duration_days: 120,
  },
  {
    name: 'City pass',
    description: 'Shoreditch by night, Marylebone by day.',
    credits_amount: 250,
    price_cents: 22_500,
    currency: 'GBP',
    duration_days: 90,
    is_active: false,
  },
  {
    name: 'Team',
    description: 'Shared by a whole company. Never expires.',
    credits_amount: 6000,
    price_cents: 149_000,
    currency: 'USD',
    duration_days: null,
  },
]

const [STARTER, REGULAR, WERKBANK, CITY_PASS, TEAM] = [0, 1, 2, 3, 4] as const
const PACKS_OF = { il: [STARTER, REGULAR, REGULAR], de: [WERKBANK], uk: [CITY_PASS] }

/** What somebody got, once: a pack they bought, or credits an admin gave them. */
type Gain = {
  owner: { user_id: number } | { business_id: number }
  at: number
  actorId: number
} & ({ pack: number } | { credits: number; reason: string; days: number })

export type Credits = { packIds: number[]; lots: Lot[]; createdAt: number }

export async function planCredits(db: Db, people: People, now: number): Promise<Credits> {
  const gains = planGains(people, now, createRandom(1, 'demo credits'))
  const packIds = await reserveIds(db, creditPacks, PACKS.length)
  const lotIds = await reserveIds(db, creditLots, gains.length)
  const lots = gains.sort((a, b) => a.at - b.at).map((gain, at) => lotOf(gain, lotIds[at]!, packIds))
  return { packIds, lots, createdAt: now - 370 * DAY }
}

function planGains(people: People, now: number, random: Random): Gain[] {
  const admin = people.of('admin')
  const member = people.of('member')
  const bought = ({ id }: Person, pack: number, daysAgo: number): Gain => {
    return { owner: { user_id: id }, pack, at: now - daysAgo * DAY, actorId: id }
  }
  const given = (to: Person, credits: number, reason: string, daysAgo: number): Gain => {
    return {
      owner: { user_id: to.id },
      credits,
      reason,
      days: 60,
      at: Math.max(to.joinedAt + 5 * MINUTE, now - daysAgo * DAY),
      actorId: admin.id,
    }
  }
  const business = (at: number, daysAgo: number): Gain => {
    const business_id = people.businessIds[at]!
    const manager = people.all.find(({ businessId }) => businessId === business_id)!
    return { owner: { business_id }, pack: TEAM, at: now - daysAgo * DAY, actorId: manager.id }
  }

  const others = people.all.slice(5).flatMap((one) => {
    const daysHere = Math.floor((now - one.joinedAt) / DAY)
    const packs = PACKS_OF[one.country]
    return [
      ...(random.chance(0.7)
        ? [bought(one, random.pick(packs), random.whole(1, Math.min(150, daysHere)))]
        : []),
      ...(random.chance(0.35)
        ? [bought(one, random.pick(packs), random.whole(1, Math.min(60, daysHere)))]
        : []),
      ...(random.chance(0.3) ? [given(one, 50, 'Welcome to Keyhour', 400)] : []),
    ]
  })
  return [
    bought(member, STARTER, 140),
    bought(member, REGULAR, 55),
    given(member, 120, 'Sorry about the broken air conditioning', 9),
    business(0, 190),
    business(0, 28),
    business(1, 120),
    ...others.filter(({ at }) => at < now),
  ]
}

function lotOf(gain: Gain, id: number, packIds: number[]): Lot {
  const pack = 'pack' in gain ? PACKS[gain.pack]! : undefined
  const credits = 'pack' in gain ? PACKS[gain.pack]!.credits_amount : gain.credits
  const days = 'pack' in gain ? PACKS[gain.pack]!.duration_days : gain.days
  const granted = credits * 100
  const lot = { id, owner: gain.owner, packId: 'pack' in gain ? packIds[gain.pack]! : null }
  return {
    ...lot,
    granted,
    remaining: granted,
    createdAt: gain.at,
    expiresAt: days === null ? Number.POSITIVE_INFINITY : gain.at + days * DAY,
    ledger: [
      {
        lot_id: id,
        amount: granted,
        kind: pack ? 'purchase' : 'grant',
        description: 'reason' in gain ? gain.reason : PACKS[gain.pack]!.name,
        actor_id: gain.actorId,
        at: iso(gain.at),
      },
    ],
  }
}

export async function addCredits(db: Db, { packIds, lots, createdAt }: Credits): Promise<void> {
  await insertAll(
    db,
    creditPacks,
    PACKS.map((pack, at) => ({ ...pack, id: packIds[at]!, created_at: iso(createdAt) })),
  )
  await insertAll(
    db,
    creditLots,
    lots.map(({ id, owner, packId, granted, remaining, createdAt: at, expiresAt }) => ({
      id,
      ...owner,
      credit_pack_id: packId,
      granted,
      remaining,
      expires_at: Number.isFinite(expiresAt) ? iso(expiresAt) : null,
      created_at: iso(at),
    })),
  )
  const ledger = lots.flatMap((lot) => lot.ledger).sort((a, b) => a.at.localeCompare(b.at))
  await insertAll(db, creditLedger, ledger)
}
