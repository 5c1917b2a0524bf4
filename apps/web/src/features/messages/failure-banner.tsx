import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageQuery, useAnswer, useFailedAnswers } from '#web/features/messages/api.ts'
import { CHANGES, newTagIn } from '#web/features/messages/rules.ts'
import { useDraft } from '#web/features/messages/use-draft.ts'
import type { MessageChanges } from '#web/features/messages/use-message-changes.ts'

type Props = { text: string; isRetrying?: boolean; onRetry: () => void; onClose?: () => void }

export function FailureBanner({ text, isRetrying = false, onRetry, onClose }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Alert
      color="danger"
      variant="light"
      mb="md"
      closeButtonLabel={t('close')}
      {...(onClose && { withCloseButton: true, onClose })}
    >
      <Group justify="space-between" gap="sm">
        <Text>{text}</Text>
        <Button onClick={onRetry} loading={isRetrying}>
          {t('retry')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Each stays until its change succeeds or it is closed. */
export function ChangeFailures({ changes }: { changes: MessageChanges }) {
  const { t } = useTranslation('messages')
  return CHANGES.map((kind) => {
    const { isError, variables, mutate, reset } = changes[kind]
    if (!isError) return null
    return (
      <FailureBanner
        key={kind}
        text={t(`failure.${kind}`, { tag: newTagIn(variables) })}
        onRetry={() => mutate(variables)}
        onClose={reset}
      />
    )
  })
}

/** Of messages that were left. The form of an open one shows its own. */
export function AnswerFailures({ openId }: { openId: number | null }) {
  return useFailedAnswers().map((id) => id !== openId && <AnswerFailure key={id} messageId={id} />)
}

function AnswerFailure({ messageId }: { messageId: number }) {
  const { t } = useTranslation('messages')
  const { data: message } = useQuery(messageQuery(messageId))
  const { error, variables, mutate, reset } = useAnswer(messageId, useDraft(messageId))
  if (!error || !variables || !message) return null
  return (
    <FailureBanner
      text={t('answer.failedFor', { email: message.email })}
      onRetry={() => mutate(variables)}
      onClose={reset}
    />
  )
}
