import { changePassword as changePasswordCall } from '@keyhour/contract/auth'
import { Button, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changePassword } from '#web/features/users/api.ts'
import classes from '#web/features/users/profile.module.css'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { NewPasswordInput, PasswordInput } from '#web/ui/password-input.tsx'

export function ProfilePasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('users')
  const form = useForm({
    mode: 'controlled',
    initialValues: { current_password: '', new_password: '' },
    validate: schemaResolver(changePasswordCall.body, { sync: true }),
  })
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset()
      notify(t('profile.password.changed'), 'success')
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (passwords) => change.mutate(passwords),
        (errors) => focusFirst(form, errors),
      )}
    >
      {/* Password managers ask whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Stack gap="lg">
        <FailureAlert text={failureOf(change.error)} />
        <div className={classes.fields}>
          <PasswordInput
            {...form.getInputProps('current_password')}
            label={t('profile.password.current')}
            error={translated(form.errors.current_password)}
          />
          <NewPasswordInput
            {...form.getInputProps('new_password')}
            value={form.values.new_password}
            label={t('profile.password.new')}
            error={translated(form.errors.new_password)}
          />
        </div>
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('profile.password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
