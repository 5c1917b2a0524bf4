import type { InvitationOutcome } from '@keyhour/contract/businesses'
import { MOST_INVITED_AT_ONCE } from '@keyhour/contract/businesses'
import { Alert, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AllowanceFields } from '#web/features/businesses/allowance-fields.tsx'
import { invitePeople, useCompanyChange } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import {
  type AllowanceDraft,
  addressesIn,
  allowanceMistakes,
  allowanceOf,
  NEW_ALLOWANCE,
} from '#web/features/businesses/rules.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Draft = AllowanceDraft & { emails: string }
type Refusal = { email: string; outcome: Exclude<InvitationOutcome, 'invited'> }

const OUTCOME_TEXT = { member: 'member', invalid: 'invalid', too_many: 'tooMany' } as const

type Props = { opened: boolean; onClose: () => void }

export function InviteForm({ opened, onClose }: Props) {
  const { t } = useTranslation('businesses')
  return (
    <FormWindow opened={opened} onClose={onClose} title={t('people.invite')}>
      <Fields onClose={onClose} />
    </FormWindow>
  )
}

function mistakesIn(draft: Draft): Record<string, string> {
  const { length } = addressesIn(draft.emails)
  return {
    ...(length === 0 && { emails: 'Cannot be empty' }),
    ...(length > MOST_INVITED_AT_ONCE && {
      emails: `Should have at most ${MOST_INVITED_AT_ONCE} addresses`,
    }),
    ...allowanceMistakes(draft),
  }
}

function Fields({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('businesses')
  const { id, currency } = useCompany()
  const [refused, setRefused] = useState<Refusal[]>([])
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: { ...NEW_ALLOWANCE, emails: '' },
    validate: mistakesIn,
  })
  const invite = useCompanyChange({
    mutationFn: ({ emails, ...draft }: Draft) =>
      invitePeople(id, { emails: addressesIn(emails), ...allowanceOf(draft) }),
    onSuccess: (answers) => {
      const others = answers.filter((one): one is Refusal => one.outcome !== 'invited')
      const count = answers.length - others.length
      if (count > 0) notify(t('people.invited', { count }), 'success')
      if (others.length === 0) return onClose()
      // What could not be invited stays to be corrected.
      setRefused(others)
      form.setFieldValue('emails', others.map(({ email }) => email).join('\n'))
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <WindowForm form={form} save={invite} label={t('people.send')} onClose={onClose}>
      <Refused answers={refused} />
      <Textarea
        {...inputOf(form, 'emails')}
        label={t('people.emails')}
        description={t('people.emailsHint')}
        dir="ltr"
        data-autofocus
        rows={4}
      />
      <AllowanceFields form={form} currency={currency} roleHint={t('people.roleHint')} />
    </WindowForm>
  )
}

function Refused({ answers }: { answers: Refusal[] }) {
  const { t } = useTranslation('businesses')
  if (answers.length === 0) return null
  return (
    <Alert
      color="danger"
      variant="light"
      role="alert"
      title={t('people.notInvited', { count: answers.length })}
    >
      <ul className={classes.results}>
        {answers.map(({ email, outcome }) => (
          <li key={email} className={classes.result}>
            {t(`people.outcome.${OUTCOME_TEXT[outcome]}`, { email })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
