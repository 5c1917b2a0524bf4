import { ANSWER_LENGTH } from '@keyhour/contract/answers'
import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { CallError } from '#web/api/call.ts'
import { useUser } from '#web/api/session.ts'
import { useAnswer } from '#web/features/messages/api.ts'
import { CannedAnswerPicker } from '#web/features/messages/canned-answer-picker.tsx'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'
import { withCanned } from '#web/features/messages/rules.ts'

type Props = {
  messageId: number
  /** Where replies go that do not come back here. */
  mailbox: string | null
  autoFocus: boolean
  ref: Ref<HTMLTextAreaElement>
}

/** What was typed stays in this tab until it is sent. */
export function AnswerForm({ messageId, mailbox, autoFocus, ref }: Props) {
  const { t } = useTranslation('messages')
  const [text, setText, forgetText] = useSessionStorage({
    key: `answer of ${useUser()?.id} to ${messageId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [marksHandled, setMarksHandled] = useState(false)
  const attempts = useAttempts()
  const answer = useAnswer(messageId)

  function send(): void {
    const typed = text.trim()
    if (typed === '' || answer.isPending) return
    const body = { text: typed, mark_handled: marksHandled }
    answer.mutate(
      { ...body, key: attempts.keyOf(JSON.stringify(body)) },
      {
        onSuccess: () => {
          attempts.forget()
          forgetText()
          setMarksHandled(false)
        },
      },
    )
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
      {answer.isError && (
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

/** The same answer again has the same key until it has arrived, so that a lost reply does not send it twice. */
function useAttempts() {
  const last = useRef({ body: '', key: '' })
  return {
    keyOf(body: string): string {
      if (last.current.body !== body) last.current = { body, key: makeAttemptKey() }
      return last.current.key
    },
    forget() {
      last.current = { body: '', key: '' }
    },
  }
}
