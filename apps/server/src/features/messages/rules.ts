import type { ContactMessage, MessageChange } from '@keyhour/contract/messages'

/** Keeps every tag that is there, so that two admins who add tags at the same time do not lose any. */
const withTags = (known: string[], sent: string[]): string[] => [...new Set([...known, ...sent])]

/** The columns to write. A message that is read again keeps the time when it was first read. */
export function columnsOf(message: ContactMessage, { read, tags, ...columns }: MessageChange, now: Date) {
  return {
    ...columns,
    ...(read !== undefined && { read_at: read ? (message.read_at ?? now.toISOString()) : null }),
    ...(tags && { tags: withTags(message.tags, tags) }),
  }
}
