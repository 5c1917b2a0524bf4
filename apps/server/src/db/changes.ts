import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { AdminList } from '@keyhour/contract/admin-lists'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Db } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'

const CHANNEL = 'changes'
const PAUSE_MS = 1000
/** A dead connection is noticed within twice this time. */
const PROBE_MS = 5000
const CONNECTION = { application_name: 'keyhour changes', connectionTimeoutMillis: 5000, keepAlive: true }

/**
 * Changes to the occupancy of an office, to an admin list, to a user's identity, sessions and roles, to a company, to a
 * user's place in one, to a screen at a door, to what a user waits for, and time that became free and is waited for.
 * Database triggers send all but the first, those about screens and roles in offices.
 */
type Topic =
  | `office ${number}`
  | AdminList
  | `session ${number}`
  | `business ${number}`
  | `member ${number}`
  | `panel ${number}`
  | `waiting ${number}`
  | 'openings'

/** Notifies every server, once the transaction commits, that the occupancy of this office has changed. */
export async function tellOfficeChanged(db: Db, officeId: number): Promise<void> {
  await tellOffice(db, { officeId })
}

const tellOffice = statement<{ officeId: number }>()((db, value) =>
  db.select({ told: officeChanged(sql`${value('officeId')}::bigint`) }).from(sql`(values (true)) as once`),
)

/** The same, as part of a statement that makes the change. */
export const officeChanged = (officeId: SQLWrapper): SQL =>
  sql`pg_notify(${sql.raw(`'${CHANNEL}'`)}, 'office ' || ${officeId})`

/** Notifies the streams of this user that their roles in offices have changed. */
export async function tellRolesChanged(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, 'session ' || ${userId}::bigint)`)
}

/** Notifies the streams of a screen at a door that it was removed. */
export async function tellPanelRemoved(db: Db, panelId: number): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, 'panel ' || ${panelId}::bigint)`)
}

type Listener = () => void

export type Changes = {
  /**
   * Returns a function that stops watching. After a lost connection every listener is called, since a change may have
   * been missed.
   */
  watch: (topic: Topic, listener: Listener) => () => void
  close: () => Promise<void>
}

/**
 * Listens to the changes of all servers over its own connection, which is replaced when it breaks. A half-open
 * connection gives no sign, so a notification to itself has to come back in time. Resolves after the first connection
 * attempt, so that watchers are not notified about the initial connection.
 */
export async function hearChanges(
  { options }: pg.Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { probeMs = PROBE_MS } = {},
): Promise<Changes> {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let socket: Socket | undefined
  let timer: NodeJS.Timeout | undefined
  let probes: NodeJS.Timeout | undefined

  const tell = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }

  async function listen(): Promise<void> {
    const stream = new Socket()
    const opened = new pg.Client({ ...options, ...CONNECTION, stream: () => stream })
    client = opened
    socket = stream
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened, new Error('the connection ended')))
    try {
      await opened.connect()
      probe(opened)
      await opened.query(`listen ${CHANNEL}`)
      for (const topic of listeners.keys()) tell(topic)
    } catch (error) {
      lose(opened, error)
    }
  }

  function probe(opened: pg.Client): void {
    const payload = `probe ${randomUUID()}`
    let isAnswered = true
    opened.on('notification', (notification) => {
      if (notification.payload === payload) isAnswered = true
      else tell(notification.payload ?? '')
    })
    probes = setInterval(() => {
      if (!isAnswered) return lose(opened, new Error('a notification to itself did not come back'))
      isAnswered = false
      opened
        .query('select pg_notify($1, $2)', [CHANNEL, payload])
        .catch((error: unknown) => lose(opened, error))
    }, probeMs).unref()
  }

  function letGo(lost: pg.Client): void {
    clearInterval(probes)
    client = undefined
    lost.removeAllListeners().on('error', () => undefined)
    // A polite goodbye would wait for an answer that a half-open connection never sends.
    socket?.destroy()
  }

  function lose(lost: pg.Client, reason: unknown): void {
    if (lost !== client) return
    letGo(lost)
    log.warn(reason, 'listening for changes was interrupted')
    timer = setTimeout(() => void listen(), PAUSE_MS).unref()
  }

  await listen()
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
      clearTimeout(timer)
      if (client) letGo(client)
    },
  }
}
