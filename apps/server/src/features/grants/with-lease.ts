import { randomUUID } from 'node:crypto'
import { findLeaseLeft, releaseLease, renewLease, takeLease } from '#server/features/grants/lease-queries.ts'
import type { Grant, GrantKey } from '#server/features/grants/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** A server that has been silent for so long is taken to be dead. */
const LEASE_MS = 10_000
const RENEW_MS = 3000

export type Lease = {
  owner: string
  /** Throws when another server may have taken over: nothing more is to be sent to a hub. */
  check: () => void
}

/** Another server may be working on the same grant by now. */
export class LeaseLost extends Error {}

/**
 * Works on a grant that is due, while no other server does. The lease is renewed as long as the work takes and no
 * transaction is open meanwhile. `work` gives the lease back together with its outcome. Answers for how many
 * milliseconds somebody else has the grant; undefined when there is nothing left to do.
 */
export async function withLease(
  { db, now }: Deps,
  key: GrantKey,
  work: (grant: Grant, lease: Lease) => Promise<void>,
): Promise<number | undefined> {
  const owner = randomUUID()
  let heldSince = performance.now()
  const grant = await takeLease(db, key, { owner, ms: LEASE_MS }, now())
  if (!grant) return findLeaseLeft(db, key, now())

  const renew = async () => {
    const asked = performance.now()
    heldSince = (await renewLease(db, key, { owner, ms: LEASE_MS })) ? asked : Number.NEGATIVE_INFINITY
  }
  // A renewal that fails is tried again; until then `check` counts from the last one that worked.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  const check = () => {
    if (performance.now() - heldSince >= LEASE_MS) throw new LeaseLost('somebody else may have taken over')
  }
  try {
    await work(grant, { owner, check })
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    // Where this fails too, the lease runs out by itself.
    await releaseLease(db, key, owner).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  return undefined
}
