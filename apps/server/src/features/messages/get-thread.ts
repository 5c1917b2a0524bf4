import type { Thread } from '@keyhour/contract/answers'
import { listPosts } from '#server/features/messages/post-queries.ts'
import { findMessage } from '#server/features/messages/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getThread({ db, config }: Deps, id: number): Promise<Thread> {
  orMissing(await findMessage(db, id), 'This message does not exist.')
  return { posts: await listPosts(db, id), mailbox: config.replies ? null : config.contactEmail }
}
