import { type ContactMessage, Priority } from '@keyhour/contract/messages'
import {
  Button,
  Group,
  LoadingOverlay,
  Paper,
  Select,
  Switch,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconArrowRight, IconMail, IconMailOpened } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Ref, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AssigneeSelect, AssigneesFailure } from '#web/features/messages/assignee-select.tsx'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import { MessageAttachments } from '#web/features/messages/message-attachments.tsx'
import { Tags } from '#web/features/messages/message-badges.tsx'
import classes from '#web/features/messages/messages.module.css'
import { handledEdit, readEdit } from '#web/features/messages/rules.ts'
import { TagForm } from '#web/features/messages/tag-form.tsx'
import { Thread } from '#web/features/messages/thread.tsx'
import { isChanging, type MessageChanges } from '#web/features/messages/use-message-changes.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'

/** Within the area, so that options are right-to-left too. */
const HERE = { withinPortal: false, transitionProps: { duration: 120 } }

type Props = {
  query: UseQueryResult<ContactMessage>
  changes: MessageChanges
  onBack: () => void
  /** Opened to be answered: the focus goes into the box for the answer. */
  isToAnswer: boolean
  /** The box for the answer. */
  ref: Ref<HTMLTextAreaElement>
}

export function MessageDetail({ query, changes, onBack, isToAnswer, ref }: Props) {
  const { t } = useTranslation('messages')
  const { data, isPending, isError, isFetching, refetch } = query
  return (
    <>
      <Button mb="md" onClick={onBack} leftSection={<IconArrowRight aria-hidden size={18} />}>
        {t('back')}
      </Button>
      {isError && (
        <FailureBanner text={t('failedOne')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      <div className={classes.loaded} data-empty={data === undefined || undefined}>
        <LoadingOverlay visible={isPending} loaderProps={{ 'aria-hidden': true }} />
        {isPending && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
        {data && (
          <div key={data.id} className={classes.parts}>
            <Detail message={data} changes={changes} takesFocus={!isToAnswer} />
            <Thread messageId={data.id} takesFocus={isToAnswer} ref={ref} />
          </div>
        )}
      </div>
    </>
  )
}

type DetailProps = { message: ContactMessage; changes: MessageChanges; takesFocus: boolean }

function Detail({ message, changes, takesFocus }: DetailProps) {
  const { t } = useTranslation('messages')
  const { id } = message
  const isRead = message.read_at !== null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <Paper withBorder className={classes.detail} component="article">
      <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.sender}>
        <bdi>{message.email}</bdi>
      </Title>
      <AssigneesFailure />
      <Group align="flex-end" gap="md">
        <Button
          leftSection={isRead ? <IconMail aria-hidden size={18} /> : <IconMailOpened aria-hidden size={18} />}
          loading={isChanging(changes.read, id)}
          onClick={() => changes.read.mutate(readEdit(message))}
        >
          {isRead ? t('markUnread') : t('markRead')}
        </Button>
        <Select
          label={t('priorityLabel')}
          data={Priority.options.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={message.priority}
          onChange={(priority) => priority && changes.priority.mutate({ id, change: { priority } })}
          disabled={isChanging(changes.priority, id)}
          allowDeselect={false}
          comboboxProps={HERE}
          className={classes.priority}
        />
        <AssigneeSelect message={message} change={changes.assignee} />
        <Switch
          label={t('handled')}
          checked={message.is_handled}
          onChange={() => changes.is_handled.mutate(handledEdit(message))}
          disabled={isChanging(changes.is_handled, id)}
          className={classes.handled}
        />
      </Group>
      <dl className={classes.facts}>
        <dt>{t('received')}</dt>
        <dd>{formatMoment(message.created_at, viewerZone(), 'he')}</dd>
        <dt>{t('status')}</dt>
        <dd>{isRead ? t('read') : t('unread')}</dd>
        <dt>{t('handling')}</dt>
        <dd>{message.is_handled ? t('handled') : t('awaiting')}</dd>
        {message.office && (
          <>
            <dt>{t('office')}</dt>
            <dd>
              <a href={`/spaces/${message.office.id}`}>
                <bdi>{message.office.name_he ?? message.office.name}</bdi>
              </a>
            </dd>
          </>
        )}
      </dl>
      <section aria-label={t('body')}>
        <Text className={classes.body}>{message.message}</Text>
      </section>
      {message.has_files && <MessageAttachments messageId={id} />}
      <section aria-label={t('tags')} className={classes.tagPart}>
        <Tags tags={message.tags} />
        <TagForm
          isBusy={isChanging(changes.tags, id)}
          onAdd={(tag) => changes.tags.mutate({ id, change: { tags: [...message.tags, tag] } })}
        />
      </section>
    </Paper>
  )
}
