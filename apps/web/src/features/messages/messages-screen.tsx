import type { ContactMessage } from '@keyhour/contract/messages'
import { Button } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messagesQuery } from '#web/features/messages/api.ts'
import { AnswerFailures, ChangeFailures } from '#web/features/messages/failure-banner.tsx'
import { MessageDetail } from '#web/features/messages/message-detail.tsx'
import { MessageList } from '#web/features/messages/message-list.tsx'
import { handledEdit, messagesView, readEdit, type Shortcut } from '#web/features/messages/rules.ts'
import { ShortcutsWindow } from '#web/features/messages/shortcuts-window.tsx'
import { useMessageChanges } from '#web/features/messages/use-message-changes.ts'
import { useOpenMessage } from '#web/features/messages/use-open-message.ts'
import { useShortcuts } from '#web/features/messages/use-shortcuts.ts'
import { useView } from '#web/ui/address.ts'
import { HebrewArea } from '#web/ui/hebrew-area.tsx'
import { Page } from '#web/ui/page.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

export function MessagesScreen() {
  return (
    <HebrewArea>
      <Inbox />
    </HebrewArea>
  )
}

/** What is listed and open, and what the keys do. */
function useInbox() {
  const [view, changeView] = useView(messagesView)
  const list = useQuery(messagesQuery(view))
  const rows = list.data?.rows ?? []
  const { openId, query, open, close, neighbour, lastId } = useOpenMessage(rows)
  const changes = useMessageChanges()
  const [areShortcutsShown, shortcuts] = useDisclosure(false)
  const [isActive, setActive] = useLocalStorage({ key: 'message-shortcuts', defaultValue: true })
  const items = useRef<HTMLUListElement>(null)
  const answerBox = useRef<HTMLTextAreaElement>(null)
  const [isToAnswer, setToAnswer] = useState(false)

  const focusLast = useEffectEvent(() => rowsIn(items.current).find(isOf(lastId()))?.focus())
  useEffect(() => {
    if (openId === null) focusLast()
  }, [openId])

  function openAndRead(message: ContactMessage, { toAnswer = false } = {}): void {
    setToAnswer(toAnswer)
    open(message)
    if (message.read_at === null) changes.read.mutate(readEdit(message))
  }

  function step(by: 1 | -1): void {
    const next = openId === null ? undefined : neighbour(by)
    if (next) openAndRead(next)
    if (openId === null) focusNext(rowsIn(items.current), by)
  }

  /** The open message, or in the list the one with the focus. */
  const pointedAt = () =>
    openId === null ? rows.find(({ id }) => isOf(id)(document.activeElement)) : query.data

  function toggle(kind: 'read' | 'is_handled', editOf: typeof readEdit): void {
    const message = pointedAt()
    if (message) changes[kind].mutate(editOf(message))
  }

  function answer(): void {
    const message = pointedAt()
    if (openId !== null) answerBox.current?.focus()
    else if (message) openAndRead(message, { toAnswer: true })
  }

  const acts: Record<Shortcut, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    e: () => toggle('is_handled', handledEdit),
    r: answer,
    u: () => toggle('read', readEdit),
    '?': shortcuts.open,
  }
  useShortcuts(isActive && !areShortcutsShown, (shortcut) => acts[shortcut]())

  return {
    view,
    changeView,
    list,
    openId,
    query,
    close,
    changes,
    openAndRead,
    isToAnswer,
    items,
    answerBox,
    shortcutsWindow: {
      opened: areShortcutsShown,
      open: shortcuts.open,
      onClose: shortcuts.close,
      isActive,
      onActive: setActive,
    },
  }
}

function Inbox() {
  const { t } = useTranslation('messages')
  const { openId, changes, ...inbox } = useInbox()
  const { open: showShortcuts, ...shortcutsWindow } = inbox.shortcutsWindow
  const isPhone = useIsPhone()

  return (
    <Page
      title={t('title')}
      actions={
        !isPhone && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconKeyboard aria-hidden size={18} />}
            onClick={showShortcuts}
          >
            {t('shortcuts.title')}
          </Button>
        )
      }
    >
      <ChangeFailures changes={changes} />
      <AnswerFailures openId={openId} />
      {openId === null ? (
        <MessageList
          query={inbox.list}
          view={inbox.view}
          onView={inbox.changeView}
          onOpen={(message) => inbox.openAndRead(message)}
          ref={inbox.items}
        />
      ) : (
        <MessageDetail
          query={inbox.query}
          changes={changes}
          onBack={inbox.close}
          isToAnswer={inbox.isToAnswer}
          ref={inbox.answerBox}
        />
      )}
      <ShortcutsWindow {...shortcutsWindow} />
    </Page>
  )
}

const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-message]') ?? []),
]

const isOf =
  (id: number) =>
  (row: Element | null): boolean =>
    row instanceof HTMLElement && row.dataset.message === String(id)

/** From nowhere, to the first row or to the last one. */
function focusNext(rows: HTMLElement[], by: 1 | -1): void {
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? rows.at(by === 1 ? 0 : -1) : rows[at + by]
  next?.focus()
}
