import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/connection.ts'

const CHANNEL = 'office_changes'
const PAUSE_MS = 1000

/** Told on every server once the transaction commits: what takes the spaces of this office has changed. */
export async function tellOfficeChanged(db: Db, officeId: number): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${String(officeId)})`)
}

type Listener = () => void

export type OfficeChanges = {
  /** Answers how to stop. After a lost connection everybody is told, since something may have been missed. */
  watch: (officeId: number, listener: Listener) => () => void
  close: () => Promise<void>
}

/** Hears the changes of all servers over one connection of its own, which is opened anew when it breaks. */
export function hearOfficeChanges(pool: pg.Pool, log: Pick<FastifyBaseLogger, 'warn'>): OfficeChanges {
  const listeners = new Map<number, Set<Listener>>()
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (officeId: number) => {
    for (const listener of listeners.get(officeId) ?? []) listener()
  }

  async function listen(): Promise<void> {
    try {
      const opened = await pool.connect()
      if (isClosed) return opened.release()
      client = opened
      opened.on('notification', ({ payload }) => tell(Number(payload)))
      opened.on('error', lose)
      opened.on('end', lose)
      await opened.query(`listen ${CHANNEL}`)
      for (const officeId of listeners.keys()) tell(officeId)
    } catch (error) {
      log.warn(error, 'changes of offices cannot be heard just now')
      lose()
    }
  }

  function lose(): void {
    client?.removeAllListeners().release(true)
    client = undefined
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void listen(), PAUSE_MS)
    timer.unref()
  }

  const ready = listen()
  return {
    watch(officeId, listener) {
      const own = () => listener()
      const known = listeners.get(officeId) ?? new Set()
      listeners.set(officeId, known.add(own))
      return () => {
        known.delete(own)
        if (known.size === 0) listeners.delete(officeId)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await ready
      client?.removeAllListeners().release(true)
    },
  }
}
