import { type AdminOffice, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { Button, Code, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revealWifiPassword } from '#web/features/admin-offices/api.ts'
import { type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'

export function WifiFields({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const field = useFields(form)
  return (
    <>
      <div className={classes.fields}>
        <TextInput {...field('wifi_name')} autoComplete="off" dir="auto" />
        <WifiPassword form={form} office={office} />
      </div>
      <Textarea {...field('printer_instructions')} rows={3} dir="auto" />
    </>
  )
}

/** A password that is stored stays as it is until another one is typed. */
function WifiPassword({ form, office }: OfficeFields & { office: AdminOffice | null }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const hasStored = Boolean(office?.wifi_password)
  const typed = form.values.wifi_password
  const unchanged = hasStored ? null : ''
  const set = (password: string | null) => form.setFieldValue('wifi_password', password)
  const isRemoved = hasStored && typed === ''
  return (
    <div>
      <PasswordInput
        {...field('wifi_password')}
        value={typed ?? ''}
        onChange={(event) => set(event.currentTarget.value || unchanged)}
        autoComplete="new-password"
        {...(typed === null && { placeholder: MASKED_PASSWORD, description: t('form.hint.password') })}
        {...(isRemoved && { description: t('form.hint.passwordGoes') })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      {office && hasStored && (
        <Group gap="xs" mt="xs">
          {isRemoved ? (
            <Button size="xs" onClick={() => set(null)}>
              {t('form.keepPassword')}
            </Button>
          ) : (
            <>
              <StoredPassword officeId={office.id} />
              <Button size="xs" onClick={() => set('')}>
                {t('form.removePassword')}
              </Button>
            </>
          )}
        </Group>
      )}
    </div>
  )
}

/** Asked for only when somebody wants to see it: each view is written down. */
function StoredPassword({ officeId }: { officeId: number }) {
  const { t } = useTranslation('admin-offices')
  const reveal = useMutation({ mutationFn: () => revealWifiPassword(officeId) })
  if (!reveal.data)
    return (
      <>
        <FailureAlert text={failureOf(reveal.error)} />
        <Button size="xs" loading={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('form.showPassword')}
        </Button>
      </>
    )
  return (
    <>
      <Text size="sm" role="status">
        {t('form.storedPassword')}{' '}
        <Code dir="ltr">{reveal.data.wifi_password ?? t('form.unreadablePassword')}</Code>
      </Text>
      <Button size="xs" onClick={reveal.reset}>
        {t('form.hidePassword')}
      </Button>
    </>
  )
}
