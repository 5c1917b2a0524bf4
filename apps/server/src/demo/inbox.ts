import type { Priority } from '@keyhour/contract/messages'
import type { Db } from '#server/db/connection.ts'
import { contactMessages } from '#server/db/schema/messages.ts'
import messages from '#server/demo/messages.json' with { type: 'json' }
import { insertAll, iso } from '#server/demo/rows.ts'
import { HOUR } from '#server/time/opening-hours.ts'

type DemoMessage = {
  from: string
  hoursAgo: number
  message: string
  priority?: Priority
  tags?: string[]
  /** Left out: unread. */
  state?: 'read' | 'handled'
}

const MESSAGES = messages as DemoMessage[]

const READ_AFTER = 0.4 * HOUR

export async function addInbox(db: Db, now: number): Promise<void> {
  await insertAll(
    db,
    contactMessages,
    MESSAGES.toReversed().map(({ from, hoursAgo, message, priority, tags, state }) => ({
      email: from,
      message,
      created_at: iso(now - hoursAgo * HOUR),
      updated_at: iso(now - hoursAgo * HOUR + (state ? READ_AFTER : 0)),
      read_at: state ? iso(now - hoursAgo * HOUR + READ_AFTER) : null,
      is_handled: state === 'handled',
      priority: priority ?? 'normal',
      tags: tags ?? [],
    })),
  )
}
