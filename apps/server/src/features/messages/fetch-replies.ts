import { z } from 'zod'
import { MAIL_BYTES, takeReply } from '#server/features/messages/take-reply.ts'
import { databaseTrouble, loggable } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Ends before the next run begins. */
const LONGEST_MS = 45_000

/**
 * Reads the mailbox. The queue gives each minute's job to one server; if two runs meet all the same, every mail is still
 * kept once.
 */
export const fetchReplies = job({
  name: 'fetch-replies',
  data: z.object({}),
  // The next run tries again.
  retries: 0,
  cron: '* * * * *',
  async run(deps: Deps) {
    const until = deps.now().getTime() + LONGEST_MS
    await deps.mailbox?.takeUnseen((raw) => takeOrGiveUp(deps, raw), {
      mostBytes: MAIL_BYTES,
      isOver: () => deps.now().getTime() > until,
    })
  },
})

/** False for a mail that will never be read: it is flagged for a person, and those behind it do not wait. */
async function takeOrGiveUp(deps: Deps, raw: Buffer): Promise<boolean> {
  try {
    return (await takeReply(deps, raw)) !== 'unreadable'
  } catch (error) {
    // Both may pass by the next run.
    if (databaseTrouble(error) || error instanceof Refusal) throw error
    deps.log.error(loggable(error), 'a mail could not be taken')
    return false
  }
}
