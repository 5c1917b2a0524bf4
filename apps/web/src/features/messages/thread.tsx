import type { Post } from '@keyhour/contract/answers'
import { Loader, Paper, Text, Title } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerForm } from '#web/features/messages/answer-form.tsx'
import { threadQuery } from '#web/features/messages/api.ts'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import { AttachmentList } from '#web/features/messages/message-attachments.tsx'
import classes from '#web/features/messages/messages.module.css'
import { formatMoment, viewerZone } from '#web/format/time.ts'

type Props = { messageId: number; takesFocus: boolean; ref: Ref<HTMLTextAreaElement> }

/** The answers and replies below a message, and the form for the next answer. */
export function Thread({ messageId, takesFocus, ref }: Props) {
  const { t } = useTranslation('messages')
  const { data, isPending, isError, isFetching, refetch } = useQuery(threadQuery(messageId))
  return (
    <Paper withBorder className={classes.detail} component="section" aria-label={t('thread.title')}>
      <Title order={3} size="h5">
        {t('thread.title')}
      </Title>
      {isError && (
        <FailureBanner text={t('thread.failed')} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {isPending && (
        <div role="status">
          <Loader size="sm" aria-hidden /> {t('thread.loading')}
        </div>
      )}
      {data?.posts.length === 0 && <Text c="dimmed">{t('thread.none')}</Text>}
      {data && data.posts.length > 0 && (
        <ol className={classes.thread}>
          {data.posts.map((post) => (
            <Bubble key={post.id} messageId={messageId} post={post} />
          ))}
        </ol>
      )}
      <AnswerForm messageId={messageId} mailbox={data?.mailbox ?? null} autoFocus={takesFocus} ref={ref} />
    </Paper>
  )
}

function Bubble({ messageId, post }: { messageId: number; post: Post }) {
  const { t } = useTranslation('messages')
  const { kind, author, from_email, text, created_at, undelivered_at, attachments } = post
  return (
    <li className={classes.post} data-kind={kind}>
      <p className={classes.postHead}>
        <span>{t(`thread.${kind}`)}</span>
        <bdi className={classes.writer}>{author ?? from_email ?? t('thread.deleted')}</bdi>
        <span className={classes.postTime}>{formatMoment(created_at, viewerZone(), 'he')}</span>
      </p>
      {text !== '' && <Text className={classes.body}>{text}</Text>}
      {attachments.length > 0 && <AttachmentList messageId={messageId} attachments={attachments} />}
      {undelivered_at && (
        <Text size="sm" className={classes.undelivered}>
          <IconMailX aria-hidden size={18} />
          {t('thread.undelivered')}
        </Text>
      )}
    </li>
  )
}
