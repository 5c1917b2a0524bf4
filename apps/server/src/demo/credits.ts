import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'
import type { AddedPerson, People } from '#server/demo/add-people.ts'
import packs from '#server/demo/credit-packs.json' with { type: 'json' }
import { BUSINESSES, DEMO_SIGN_INS } from '#server/demo/people.ts'
import { type DemoLot, nextMidnight } from '#server/demo/purses.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

type Pack = Omit<typeof creditPacks.$inferInsert, 'created_at'> & {
  currency: Currency
  duration_days: number | null
}

export const PACKS = packs as Pack[]

const [STARTER, REGULAR, WERKBANK, CITY_PASS, UPTOWN] = [0, 1, 2, 3, 5] as const
export const TEAM = 4
const PACKS_OF = { il: [STARTER, REGULAR, REGULAR], de: [WERKBANK], uk: [CITY_PASS], us: [UPTOWN] }
const CURRENCY_OF = { il: 'ILS', de: 'EUR', uk: 'GBP', us: 'USD' } as const

/** A pack that was bought, or credits from an admin. */
type Gain = {
  owner: DemoLot['owner']
  at: number
  actorId: number
  /** Null: given. */
  pack: number | null
  currency: Currency
  credits: number
  days: number | null
  reason: string
  refund?: Refund
}

/** Of a part of the price, in minor units, or of all of it, before the credits are spent. */
type Refund = { amount: number; credits: number; reason: string }

const ofPack = (pack: number) => {
  const { credits_amount, currency, duration_days, name } = PACKS[pack]!
  return { pack, currency, credits: credits_amount, days: duration_days, reason: name }
}

/** In hundredths of a credit. */
const HALF_BACK: Refund = { amount: 9500, credits: 10_000, reason: 'The quiet room was closed for two weeks' }
const ALL_BACK: Refund = { amount: 19_000, credits: 20_000, reason: 'Bought twice by mistake' }
const REFUNDED_AFTER = 5 * HOUR

export type Credits = { packIds: number[]; lots: DemoLot[]; createdAt: number }

export async function planCredits(db: Db, people: People, now: number): Promise<Credits> {
  const gains = planGains(people, now, createRandom(1, 'demo credits'))
  const packIds = await reserveIds(db, creditPacks, PACKS.length)
  const lotIds = await reserveIds(db, creditLots, gains.length)
  const adminId = people.of('admin').id
  const lots = gains
    .sort((a, b) => a.at - b.at)
    .map((gain, at) => lotOf(gain, { id: lotIds[at]!, packIds, adminId }))
  return { packIds, lots, createdAt: now - 370 * DAY }
}

function planGains(people: People, now: number, random: Random): Gain[] {
  const times = createRandom(1, 'demo times of purchases')
  const bought = ({ id }: AddedPerson, pack: number, daysAgo: number): Gain => {
    const later = daysAgo < 1 ? 0 : times.whole(0, 20 * 60) * MINUTE
    return { owner: { user_id: id }, at: now - daysAgo * DAY + later, actorId: id, ...ofPack(pack) }
  }
  const given = ({ id, country }: AddedPerson, credits: number, reason: string, at: number): Gain => {
    const actorId = people.of('admin').id
    const currency = CURRENCY_OF[country]
    return { owner: { user_id: id }, at, actorId, pack: null, currency, credits, days: 60, reason }
  }
  const shared = (at: number, daysAgo: number): Gain => {
    const business_id = people.businessIds[at]!
    const actorId = people.of(BUSINESSES[at]!.manager).id
    return { owner: { business_id }, at: now - daysAgo * DAY, actorId, ...ofPack(TEAM) }
  }
  const ofEverybody = people.all.slice(DEMO_SIGN_INS.length).flatMap((one) => {
    const daysHere = Math.floor((Math.min(now, one.leftAt) - one.joinedAt) / DAY)
    const daysGone = Math.ceil((now - Math.min(now, one.leftAt)) / DAY)
    const pack = (longestAgo: number) =>
      bought(
        one,
        random.pick(PACKS_OF[one.country]),
        daysGone + random.whole(1, Math.min(longestAgo, daysHere)),
      )
    return [
      ...(random.chance(0.7) ? [pack(150)] : []),
      ...(random.chance(0.35) ? [pack(60)] : []),
      ...(random.chance(0.3) ? [given(one, 50, 'Welcome to Keyhour', one.joinedAt + 5 * MINUTE)] : []),
    ]
  })
  const member = people.of('member')
  return [
    { ...bought(member, STARTER, 140), refund: HALF_BACK },
    bought(member, REGULAR, 55),
    bought(member, REGULAR, 0.1),
    given(member, 120, 'Sorry about the broken air conditioning', now - 9 * DAY),
    shared(0, 190),
    shared(0, 28),
    shared(1, 120),
    { ...bought(people.of('shira.avrahami'), STARTER, 20), refund: ALL_BACK },
    ...ofEverybody,
  ]
}

function lotOf(
  { owner, at, actorId, pack, currency, credits, days, reason: description, refund }: Gain,
  { id, packIds, adminId }: { id: number; packIds: number[]; adminId: number },
): DemoLot {
  const granted = credits * 100
  const entry = { lot_id: id, description }
  const refundedAt = at + REFUNDED_AFTER
  return {
    id,
    owner,
    pack,
    packId: pack === null ? null : packIds[pack]!,
    refund: refund ? { ...refund, at: refundedAt } : null,
    currency,
    granted,
    remaining: granted - (refund?.credits ?? 0),
    createdAt: at,
    expiresAt: days === null ? Number.POSITIVE_INFINITY : nextMidnight(at + days * DAY),
    ledger: [
      {
        ...entry,
        amount: granted,
        kind: pack === null ? 'grant' : 'purchase',
        actor_id: actorId,
        at: iso(at),
      },
      ...(refund
        ? [
            {
              ...entry,
              amount: -refund.credits,
              kind: 'payback' as const,
              actor_id: adminId,
              at: iso(refundedAt),
            },
          ]
        : []),
    ],
  }
}

export async function addDemoCredits(db: Db, { packIds, lots, createdAt }: Credits): Promise<void> {
  await insertAll(
    db,
    creditPacks,
    PACKS.map((pack, at) => {
      return { ...pack, id: packIds[at]!, created_at: iso(createdAt), updated_at: iso(createdAt) }
    }),
  )
  await insertAll(
    db,
    creditLots,
    lots.map(({ id, owner, packId, currency, granted, remaining, createdAt: at, expiresAt }) => ({
      id,
      ...owner,
      credit_pack_id: packId,
      currency,
      granted,
      remaining,
      expires_at: Number.isFinite(expiresAt) ? iso(expiresAt) : null,
      created_at: iso(at),
    })),
  )
  const ledger = lots.flatMap((lot) => lot.ledger).sort((a, b) => a.at.localeCompare(b.at))
  await insertAll(db, creditLedger, ledger)
}
