import { randomUUID } from 'node:crypto'
import {
  findLeaseLeft,
  releaseGrantLease,
  renewGrantLease,
  takeGrantLease,
} from '#server/features/grants/lease-queries.ts'
import type { Grant, GrantKey } from '#server/features/grants/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** A server that is silent for this long counts as dead. */
const LEASE_MS = 10_000
const RENEW_MS = 3000

export type Lease = {
  owner: string
  /** Throws when another server may have taken over. Call before every command to a hub. */
  check: () => void
}

/** Another server may be working on the same grant by now. */
export class LeaseLost extends Error {}

/**
 * Works on a due grant while no other server does, and keeps no transaction open. `work` releases the lease together
 * with its result. Returns for how many milliseconds another server has the grant; undefined when nothing is left to
 * do.
 */
export async function withLease(
  { db, now }: Deps,
  key: GrantKey,
  work: (grant: Grant, lease: Lease) => Promise<void>,
): Promise<number | undefined> {
  const owner = randomUUID()
  let heldSince = performance.now()
  const grant = await takeGrantLease(db, key, { owner, ms: LEASE_MS }, now())
  if (!grant) return findLeaseLeft(db, key, now())

  const renew = async () => {
    const asked = performance.now()
    heldSince = (await renewGrantLease(db, key, { owner, ms: LEASE_MS })) ? asked : Number.NEGATIVE_INFINITY
  }
  // If a renewal fails, `check` still counts from the last one that worked.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  const check = () => {
    if (performance.now() - heldSince >= LEASE_MS) throw new LeaseLost('another server may have taken over')
  }
  try {
    await work(grant, { owner, check })
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    // If this fails too, the lease expires by itself.
    await releaseGrantLease(db, key, owner).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  return undefined
}
