import {
  isUndated,
  PAYOUT_REFERENCE_LENGTH,
  type Payout,
  type PayoutState,
  type Statement,
  statesFor,
} from '@keyhour/contract/statements'
import { Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePayout, fetchStatement, useStatementChange } from '#web/features/statements/api.ts'
import { wordsOf } from '#web/features/statements/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Draft = { state: PayoutState; date: string; reference: string }

const draftOf = ({ state, date, reference }: Payout): Draft => ({
  state,
  date: date ?? '',
  reference: reference ?? '',
})

export function PayoutForm({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const { id, net, currency, payout } = statement
  // The stored one may be a state that can no longer be chosen.
  const states = new Set([payout.state, ...statesFor(statement)])
  /** The version that saving refers to. */
  const [read, setRead] = useState(payout)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: draftOf(payout),
    validate: {
      date: (date, { state }) => (!isUndated(state) && date === '' ? t('payout.noDate') : null),
    },
  })
  const save = useStatementChange({
    mutationFn: ({ state, date, reference }: Draft) =>
      changePayout(id, {
        state,
        date: date || null,
        reference: reference.trim() || null,
        version: read.version,
      }),
    onSuccess: () => {
      notify(t('payout.saved'), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (!isOvertaken(error)) return
      // If that fails, saving again tries again.
      const stored = await fetchStatement(id).catch(() => undefined)
      setRead(stored?.payout ?? read)
    },
  })
  return (
    <WindowForm form={form} save={save} stored={draftOf(read)} onClose={onClose}>
      <Text>
        {t(net < 0 ? 'payout.textOwed' : 'payout.text', { amount: formatMoney(Math.abs(net), currency) })}
      </Text>
      <Select
        {...inputOf(form, 'state')}
        label={t('payout.label')}
        data={[...states].map((state) => ({ value: state, label: t(`state.${wordsOf(statement, state)}`) }))}
        allowDeselect={false}
        data-autofocus
      />
      {!isUndated(form.values.state) && (
        <>
          <DateInput
            {...inputOf(form, 'date')}
            label={t(`payout.date.${form.values.state === 'paid' ? 'paid' : 'scheduled'}`)}
            min="2000-01-01"
            max="2999-12-31"
          />
          <TextInput
            {...inputOf(form, 'reference')}
            label={t('payout.reference')}
            description={t('payout.referenceHint')}
            maxLength={PAYOUT_REFERENCE_LENGTH}
            autoComplete="off"
            dir="auto"
          />
        </>
      )}
    </WindowForm>
  )
}
