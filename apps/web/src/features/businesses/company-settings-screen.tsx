import { type Business, BusinessUpdate } from '@keyhour/contract/businesses'
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeBusiness, fetchBusiness, useCompanyChange } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { CloseButton } from '#web/features/businesses/close-button.tsx'
import { useCompany, useOwnRole } from '#web/features/businesses/company-frame.tsx'
import { CompanyPart, CompanySection } from '#web/features/businesses/company-part.tsx'
import { LeaveButton } from '#web/features/businesses/leave-button.tsx'
import {
  type CompanyDraft,
  companyDraftOf,
  companyUpdateOf,
  limitTyped,
} from '#web/features/businesses/rules.ts'
import { signOf } from '#web/format/money.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, isOvertaken, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts'

export function CompanySettingsScreen() {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const isInCompany = useOwnRole() !== undefined
  if (company.closed_at) return <CompanyPart title={t('part.settings')} />
  return (
    <CompanyPart title={t('part.settings')}>
      <Stack gap="xl" className={classes.narrow}>
        <Paper withBorder p="lg">
          <SettingsForm company={company} />
        </Paper>
        {isInCompany && <Leaving company={company} />}
        <CompanySection id="close" title={t('close.title')}>
          <Text mb="md">{t('close.text')}</Text>
          <CloseButton company={company} />
        </CompanySection>
      </Stack>
    </CompanyPart>
  )
}

function Leaving({ company: { id, name, people } }: { company: Business }) {
  const { t } = useTranslation('businesses')
  return (
    <CompanySection id="leave" title={t('leave.title')}>
      {people > 1 ? (
        <>
          <Text mb="md">{t('leave.text')}</Text>
          <LeaveButton id={id} name={name} to="/company" />
        </>
      ) : (
        <Text>{t('leave.alone')}</Text>
      )}
    </CompanySection>
  )
}

const mistakesIn = schemaResolver(BusinessUpdate, { sync: true })

function SettingsForm({ company }: { company: Business }) {
  const { t } = useTranslation('businesses')
  /** The version that saving refers to. */
  const [read, setRead] = useState(company)
  const form = useForm<CompanyDraft>({
    mode: 'controlled',
    initialValues: companyDraftOf(company),
    validate: (draft) => ({
      ...mistakesIn(companyUpdateOf(draft)),
      ...(limitTyped(draft.low_at) === undefined && { low_at: 'Should be a number' }),
    }),
  })
  const save = useCompanyChange({
    mutationFn: (draft: CompanyDraft) =>
      changeBusiness(company.id, { ...companyUpdateOf(draft), version: read.version }),
    onSuccess: (saved) => {
      take(saved)
      notify(t('form.saved'), 'success')
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (isOvertaken(error)) setRead(await fetchBusiness(company.id))
    },
  })

  function take(stored: Business) {
    setRead(stored)
    form.setInitialValues(companyDraftOf(stored))
    form.reset()
  }

  useUnsavedChanges(form.isDirty())
  return (
    <form noValidate onSubmit={submitOf(form, (draft) => save.mutate(draft))}>
      <Stack gap="md">
        {isOvertaken(save.error) ? (
          <OvertakenCard
            error={save.error}
            onTake={() => {
              take(read)
              save.reset()
            }}
          />
        ) : (
          <FailureAlert text={failureOf(save.error)} />
        )}
        <TextInput {...inputOf(form, 'name')} label={t('form.name')} autoComplete="organization" />
        <TextInput
          label={t('form.currency')}
          value={`${company.currency} (${signOf(company.currency)})`}
          disabled
        />
        <TextInput
          {...inputOf(form, 'billing_email')}
          label={t('form.billingEmail')}
          description={t('form.billingHint')}
          type="email"
        />
        <TextInput {...inputOf(form, 'tax_id')} label={t('form.taxId')} description={t('form.taxIdHint')} />
        <TextInput
          {...inputOf(form, 'low_at')}
          label={t('form.lowAt', { sign: signOf(company.currency) })}
          description={t('form.lowAtHint')}
          inputMode="decimal"
          autoComplete="off"
        />
        <Group>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
