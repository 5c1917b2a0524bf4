import type { Assignee } from '@keyhour/contract/answers'
import {
  type ContactMessage,
  type MessageChange,
  MessageFilter,
  MessageSort,
} from '@keyhour/contract/messages'
import { listView, readOneOf, readText, type ViewOf } from '#web/ui/list-view.ts'

export const messagesView = listView(
  { q: '', sort: 'date' as MessageSort, filter: 'all' as MessageFilter },
  { q: readText, sort: readOneOf(MessageSort.options), filter: readOneOf(MessageFilter.options) },
)
export type MessagesView = ViewOf<typeof messagesView>

/** What a change is about; each can fail by itself. */
export const CHANGES = ['read', 'is_handled', 'priority', 'assignee', 'tags'] as const
export type ChangeKind = (typeof CHANGES)[number]

export type MessageEdit = { id: number; change: MessageChange | { assignee_id: number | null } }

/** The one that was just typed. */
export const newTagIn = ({ change }: MessageEdit): string | undefined =>
  'tags' in change ? change.tags?.at(-1) : undefined

type State = Pick<ContactMessage, 'id' | 'read_at' | 'is_handled'>

export const readEdit = ({ id, read_at }: State): MessageEdit => ({ id, change: { read: read_at === null } })
export const handledEdit = ({ id, is_handled }: State): MessageEdit => ({
  id,
  change: { is_handled: !is_handled },
})

export const SHORTCUTS = ['j', 'k', 'e', 'r', 'u', '?'] as const
export type Shortcut = (typeof SHORTCUTS)[number]

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** With a Hebrew layout the keys type other letters, so the place of the key decides. */
export function shortcutOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const isLatin = /^[a-z]$/i.test(key)
  const letter = isLatin || key === '?' ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  return SHORTCUTS.find((shortcut) => shortcut === letter)
}

/**
 * The message before or after the open one. The open one may have left the list meanwhile, such as an unread one that
 * was opened; then its place is that of the message which followed it.
 */
export function neighbourOf<Row extends { id: number }>(
  rows: Row[],
  open: { id: number; place: number },
  step: 1 | -1,
): Row | undefined {
  const at = rows.findIndex(({ id }) => id === open.id)
  if (at >= 0) return rows[at + step]
  return rows[step === 1 ? open.place : open.place - 1]
}

/** Me first. An assignee who is no admin any more is still shown. */
export function assigneeChoices(admins: Assignee[], assignee: Assignee | null, me?: number): Assignee[] {
  const isKnown = assignee === null || admins.some(({ id }) => id === assignee.id)
  const all = isKnown ? admins : [...admins, assignee]
  return all.toSorted((a, b) => Number(b.id === me) - Number(a.id === me))
}

/** Below what was typed, if there is something. */
export const withCanned = (typed: string, canned: string): string =>
  typed.trim() === '' ? canned : `${typed.trimEnd()}\n\n${canned}`
