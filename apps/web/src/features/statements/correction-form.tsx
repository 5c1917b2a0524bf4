import { CORRECTION_LENGTH, MOST_CORRECTED, type Statement } from '@keyhour/contract/statements'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { amountTyped } from '#web/features/payments/rules.ts'
import { addCorrection, useStatementChange } from '#web/features/statements/api.ts'
import { signOf } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Draft = { direction: 'add' | 'take'; amount: string; words: string }

export function CorrectionForm({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { t } = useTranslation('statements')
  /** One key per opening of the form, so that sending again after a lost answer corrects once. */
  const [key] = useState(makeAttemptKey)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: { direction: 'add', amount: '', words: '' },
    validate: {
      amount: (amount) =>
        amountTyped(amount, MOST_CORRECTED) === undefined ? t('correction.noAmount') : null,
      words: (words) => (words.trim() === '' ? t('correction.noWords') : null),
    },
  })
  const save = useStatementChange({
    mutationFn: ({ direction, amount, words }: Draft) => {
      const cents = amountTyped(amount, MOST_CORRECTED)!
      return addCorrection(statement.id, key, {
        amount: direction === 'add' ? cents : -cents,
        words: words.trim(),
      })
    },
    onSuccess: () => {
      notify(t('correction.saved'), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <WindowForm form={form} save={save} label={t('correction.save')} onClose={onClose}>
      <Text>{t('correction.text')}</Text>
      <Radio.Group {...form.getInputProps('direction')} label={t('correction.direction')}>
        <Stack gap="xs" mt="xs">
          <Radio value="add" label={t('correction.add')} />
          <Radio value="take" label={t('correction.take')} />
        </Stack>
      </Radio.Group>
      <TextInput
        {...inputOf(form, 'amount')}
        label={t('correction.amount')}
        leftSection={signOf(statement.currency)}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextInput
        {...inputOf(form, 'words')}
        label={t('correction.words')}
        description={t('correction.wordsHint')}
        maxLength={CORRECTION_LENGTH}
        autoComplete="off"
        dir="auto"
      />
    </WindowForm>
  )
}
