import { ANSWER_LENGTH, CANNED_TITLE_LENGTH, type CannedAnswer } from '@keyhour/contract/answers'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCannedAnswerSaving } from '#web/features/messages/api.ts'
import { FailureBanner } from '#web/features/messages/failure-banner.tsx'
import classes from '#web/features/messages/messages.module.css'
import { isOvertaken } from '#web/ui/form-errors.ts'

/** `answer`: null for a new one. */
export function CannedAnswerForm({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'ui'])
  const [title, setTitle] = useState(answer?.title ?? '')
  const [text, setText] = useState(answer?.text ?? '')
  const saving = useCannedAnswerSaving(answer)
  const isComplete = title.trim() !== '' && text.trim() !== ''

  /** Once somebody else's change was pointed out, saving again replaces it. */
  const save = () =>
    saving.mutate(
      { title: title.trim(), text: text.trim(), overwrites: isOvertaken(saving.error) },
      { onSuccess: onClose },
    )

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isComplete && !saving.isPending) save()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {saving.isError && (
          <FailureBanner
            text={t(isOvertaken(saving.error) ? 'canned.overtaken' : 'canned.failedToSave')}
            onRetry={save}
            onClose={saving.reset}
          />
        )}
        <TextInput
          label={t('canned.name')}
          value={title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
          maxLength={CANNED_TITLE_LENGTH}
          dir="auto"
          autoComplete="off"
          data-autofocus
          autoFocus
        />
        <Textarea
          label={t('canned.text')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          maxLength={ANSWER_LENGTH}
          classNames={{ input: classes.typed }}
          rows={8}
          resize="vertical"
        />
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isComplete} loading={saving.isPending}>
            {t('canned.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
