import type { AdminList } from '@keyhour/contract/admin-lists'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/connection.ts'

const CHANNEL = 'changes'
const PAUSE_MS = 1000

/**
 * What takes the spaces of an office; one of the admins' lists; who somebody is, and whether their tokens still hold.
 * The database itself tells of the last two, whoever changes them.
 */
type Topic = `office ${number}` | AdminList | `session ${number}`

/** Told on every server once the transaction commits: what takes the spaces of this office has changed. */
export async function tellOfficeChanged(db: Db, officeId: number): Promise<void> {
  const topic: Topic = `office ${officeId}`
  await db.execute(sql`select pg_notify(${CHANNEL}, ${topic})`)
}

type Listener = () => void

export type Changes = {
  /** Answers how to stop. After a lost connection everybody is told, since something may have been missed. */
  watch: (topic: Topic, listener: Listener) => () => void
  close: () => Promise<void>
}

/** Hears the changes of all servers over one connection of its own, which is opened anew when it breaks. */
export function hearChanges(pool: pg.Pool, log: Pick<FastifyBaseLogger, 'warn'>): Changes {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }

  async function listen(): Promise<void> {
    try {
      const opened = await pool.connect()
      if (isClosed) return opened.release()
      client = opened
      opened.on('notification', ({ payload = '' }) => tell(payload))
      opened.on('error', lose)
      opened.on('end', lose)
      await opened.query(`listen ${CHANNEL}`)
      for (const topic of listeners.keys()) tell(topic)
    } catch (error) {
      log.warn(error, 'changes cannot be heard just now')
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
    watch(topic, listener) {
      const own = () => listener()
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(own))
      return () => {
        known.delete(own)
        if (known.size === 0) listeners.delete(topic)
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
