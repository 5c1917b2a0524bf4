import type { MessageAttachment } from '@keyhour/contract/attachments'
import { Button, Text } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachmentQuery, attachmentsQuery, fetchAttachment } from '#web/features/messages/api.ts'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'
import { formatSize } from '#web/format/size.ts'
import { saveFile } from '#web/ui/files.ts'

type Props = { messageId: number }

/** Nothing for a message without files. */
export function MessageAttachments({ messageId }: Props) {
  const { t } = useTranslation('messages')
  const { data = [], isError, isFetching, refetch } = useQuery(attachmentsQuery(messageId))
  if (isError)
    return (
      <FailureBanner text={t('attachments.failed')} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  if (data.length === 0) return null
  return (
    <section aria-label={t('attachments.title')}>
      <AttachmentList messageId={messageId} attachments={data} />
    </section>
  )
}

export const AttachmentList = ({ messageId, attachments }: Props & { attachments: MessageAttachment[] }) => (
  <ul className={classes.attachments}>
    {attachments.map((attachment) => (
      <Attachment key={attachment.id} messageId={messageId} attachment={attachment} />
    ))}
  </ul>
)

function Attachment({ messageId, attachment }: Props & { attachment: MessageAttachment }) {
  const { t } = useTranslation('messages')
  const { name, bytes, content_type } = attachment
  const saving = useMutation({
    mutationFn: async () => saveFile(name, await fetchAttachment(messageId, attachment.id)),
  })
  return (
    <li className={classes.attachment}>
      {content_type === 'application/pdf' ? (
        <IconFileTypePdf aria-hidden size={40} />
      ) : (
        <Thumbnail messageId={messageId} attachment={attachment} />
      )}
      <div className={classes.attachmentName}>
        <bdi>{name}</bdi>
        <Text size="sm" c="dimmed">
          {formatSize(bytes, 'he')}
        </Text>
        {saving.isError && (
          <Text size="sm" c="red" role="alert">
            {t('attachments.downloadFailed')}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={18} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
        aria-label={t('attachments.downloadFile', { name })}
      >
        {t('attachments.download')}
      </Button>
    </li>
  )
}

function Thumbnail({ messageId, attachment }: Props & { attachment: MessageAttachment }) {
  const { t } = useTranslation('messages')
  const { data, isError, isFetching, refetch } = useQuery(attachmentQuery(messageId, attachment.id))
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (isError)
    return (
      <div className={classes.thumbnailFailure}>
        <FailureBanner
          text={t('attachments.pictureFailed', { name: attachment.name })}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    )
  return <img src={address} alt="" width={64} height={64} className={classes.thumbnail} />
}
