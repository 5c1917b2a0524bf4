import type { Post } from '@keyhour/contract/answers'
import type { ContactMessage, MessageChange } from '@keyhour/contract/messages'

/** Keeps every tag that is there, so that two admins who add tags at the same time do not lose any. */
const withTags = (known: string[], sent: string[]): string[] => [...new Set([...known, ...sent])]

/** The columns to write. A message that is read again keeps the time when it was first read. */
export function changedColumns(
  message: ContactMessage,
  { read, tags, ...columns }: MessageChange,
  now: Date,
) {
  return {
    ...columns,
    ...(read !== undefined && { read_at: read ? (message.read_at ?? now.toISOString()) : null }),
    ...(tags && { tags: withTags(message.tags, tags) }),
  }
}

/** False for an admin who does not say what they saw. */
export const hasReplyAfter = (
  posts: Pick<Post, 'id' | 'kind'>[],
  lastSeen = Number.POSITIVE_INFINITY,
): boolean => posts.some(({ id, kind }) => kind === 'reply' && id > lastSeen)

/** What an admin had seen when they wrote an answer; all, if they do not say. */
export const seenBy = <P extends Pick<Post, 'id'>>(posts: P[], lastSeen = Number.POSITIVE_INFINITY): P[] =>
  posts.filter(({ id }) => id <= lastSeen)

/** What the visitor wrote last: what an answer is about. */
export function lastWordsOf(
  { message, created_at }: Pick<ContactMessage, 'message' | 'created_at'>,
  posts: Pick<Post, 'kind' | 'text' | 'created_at'>[],
): { text: string; at: string } {
  const reply = posts.findLast(({ kind, text }) => kind === 'reply' && text !== '')
  return reply ? { text: reply.text, at: reply.created_at } : { text: message, at: created_at }
}
