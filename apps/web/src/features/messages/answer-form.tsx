import { ANSWER_LENGTH } from '@keyhour/contract/answers'
import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { FormEvent, KeyboardEvent, Ref } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { useAnswer } from '#web/features/messages/api.ts'
import { CannedAnswerPicker } from '#web/features/messages/canned-answer-picker.tsx'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'
import { withCanned } from '#web/features/messages/rules.ts'
import { useDraft } from '#web/features/messages/use-draft.ts'

type Props = {
  messageId: number
  /** Where replies go that do not come back here. */
  mailbox: string | null
  autoFocus: boolean
  ref: Ref<HTMLTextAreaElement>
}

export function AnswerForm({ messageId, mailbox, autoFocus, ref }: Props) {
  const { t } = useTranslation('messages')
  const draft = useDraft(messageId)
  const { text, setText, marksHandled, setMarksHandled } = draft
  const answer = useAnswer(messageId, draft)

  function send(): void {
    const typed = text.trim()
    if (typed === '' || answer.isPending) return
    const body = { text: typed, mark_handled: marksHandled }
    answer.mutate(draft.attemptAt(body))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    if (event.key === 'Escape') event.currentTarget.blur()
  }

  return (
    <div className={classes.answerForm}>
      {answer.error && (
        <FailureBanner
          text={t(isSenderGone(answer.error) ? 'answer.senderGone' : 'answer.failed')}
          onRetry={send}
          onClose={answer.reset}
        />
      )}
      <CannedAnswerPicker onPick={(canned) => setText((typed) => withCanned(typed, canned))} />
      <form className={classes.answerForm} onSubmit={submit} aria-label={t('answer.title')}>
        <Textarea
          ref={ref}
          autoFocus={autoFocus}
          label={t('answer.label')}
          description={t('answer.hint')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={press}
          maxLength={ANSWER_LENGTH}
          classNames={{ input: classes.typed }}
          rows={6}
          resize="vertical"
        />
        {mailbox !== null && (
          <Text size="sm" c="dimmed">
            <Trans t={t} i18nKey="answer.mailbox" values={{ mailbox }} components={{ address: <bdi /> }} />
          </Text>
        )}
        <Group justify="space-between" gap="md">
          <Checkbox
            label={t('answer.markHandled')}
            checked={marksHandled}
            onChange={({ currentTarget: { checked } }) => setMarksHandled(checked)}
          />
          <Button
            type="submit"
            variant="filled"
            leftSection={<IconSend aria-hidden size={18} />}
            disabled={text.trim() === ''}
            loading={answer.isPending}
          >
            {t('answer.send')}
          </Button>
        </Group>
      </form>
    </div>
  )
}

const isSenderGone = (error: Error): boolean => error instanceof CallError && error.status === 409
