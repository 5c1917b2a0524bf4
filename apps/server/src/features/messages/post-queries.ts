import { POSTS_SHOWN, type Post } from '@keyhour/contract/answers'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { messagePosts } from '#server/db/schema/messages.ts'
import { users } from '#server/db/schema/users.ts'
import { listPostAttachments } from '#server/features/attachments/queries.ts'

export type PostRow = Post & { mail_id: string }

/** Oldest first. */
export async function listPosts(db: Db, messageId: number): Promise<PostRow[]> {
  const newest = await db
    .select({
      id: messagePosts.id,
      kind: messagePosts.kind,
      author: users.name,
      from_email: messagePosts.from_email,
      text: messagePosts.text,
      created_at: messagePosts.created_at,
      mail_id: messagePosts.mail_id,
      undelivered_at: messagePosts.undelivered_at,
    })
    .from(messagePosts)
    .leftJoin(users, eq(users.id, messagePosts.author_id))
    .where(eq(messagePosts.message_id, messageId))
    .orderBy(desc(messagePosts.created_at), desc(messagePosts.id))
    .limit(POSTS_SHOWN)
  const files = await listPostAttachments(db, messageId)
  return newest.toReversed().map((post) => ({
    ...post,
    attachments: files.filter(({ post_id }) => post_id === post.id).map(({ shown }) => shown),
  }))
}

type NewPost = Omit<typeof messagePosts.$inferInsert, 'id'>

/** Undefined if a post with the same mail is there already. */
export async function insertPost(
  db: Db,
  post: NewPost,
): Promise<Omit<PostRow, 'author' | 'attachments'> | undefined> {
  const [kept] = await db
    .insert(messagePosts)
    .values(post)
    .onConflictDoNothing({ target: messagePosts.mail_id })
    .returning()
  return kept
}

export const isKnownMail = async (db: Db, mailId: string): Promise<boolean> =>
  (await db.$count(messagePosts, eq(messagePosts.mail_id, mailId))) > 0

/** Returns the id of the message. */
export async function markUndelivered(db: Db, postId: number, at: string): Promise<number | undefined> {
  const [post] = await db
    .update(messagePosts)
    .set({ undelivered_at: at })
    .where(and(eq(messagePosts.id, postId), isNull(messagePosts.undelivered_at)))
    .returning({ message_id: messagePosts.message_id })
  return post?.message_id
}

export const countRepliesSince = (db: Db, messageId: number, moment: string): Promise<number> =>
  db.$count(
    messagePosts,
    and(
      eq(messagePosts.message_id, messageId),
      eq(messagePosts.kind, 'reply'),
      gt(messagePosts.created_at, moment),
    ),
  )
