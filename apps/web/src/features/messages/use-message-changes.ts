import { useMessageChange } from '#web/features/messages/api.ts'
import type { ChangeKind, MessageEdit } from '#web/features/messages/rules.ts'

export type MessageChanges = Record<ChangeKind, ReturnType<typeof useMessageChange>>

/** Separate, so that a change that succeeds does not hide that another one failed. */
export function useMessageChanges(): MessageChanges {
  return {
    read: useMessageChange(),
    is_handled: useMessageChange(),
    priority: useMessageChange(),
    assignee: useMessageChange(),
    tags: useMessageChange(),
  }
}

/** Whether this message is being changed in this way. */
export const isChanging = (change: MessageChanges[ChangeKind], id: MessageEdit['id']): boolean =>
  change.isPending && change.variables.id === id
