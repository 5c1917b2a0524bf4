import { changePassword as changePasswordCall } from '@keyhour/contract/auth'
import type { OwnProfile } from '@keyhour/contract/users'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changePassword, profileQuery } from '#web/features/users/api.ts'
import classes from '#web/features/users/profile.module.css'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { NewPasswordInput, PasswordInput } from '#web/ui/password-input.tsx'

type Props = { profile: Pick<OwnProfile, 'email' | 'has_google' | 'google_email'> }

export function ProfilePasswordForm({ profile: { email, has_google, google_email } }: Props) {
  const { t } = useTranslation('users')
  const form = useForm({
    mode: 'controlled',
    initialValues: { current_password: '', new_password: '', keep_google: false },
    validate: schemaResolver(changePasswordCall.body, { sync: true }),
  })
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: (_, { keep_google }) => {
      form.reset()
      const isEnded = has_google && !keep_google
      notify(t(isEnded ? 'profile.password.changedWithoutGoogle' : 'profile.password.changed'), 'success')
      return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <form
      noValidate
      onSubmit={submitOf(form, ({ keep_google, ...passwords }) =>
        change.mutate({ ...passwords, ...(has_google && { keep_google }) }),
      )}
    >
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Stack gap="lg">
        <FailureAlert text={failureOf(change.error)} />
        <div className={classes.fields}>
          <PasswordInput {...inputOf(form, 'current_password')} label={t('profile.password.current')} />
          <NewPasswordInput
            {...inputOf(form, 'new_password')}
            value={form.values.new_password}
            label={t('profile.password.new')}
          />
        </div>
        {has_google && (
          <Checkbox
            {...form.getInputProps('keep_google', { type: 'checkbox' })}
            label={
              google_email === null
                ? t('profile.password.keepGoogle')
                : t('profile.password.keepGoogleAs', { email: google_email })
            }
            description={t('profile.password.keepGoogleHint')}
          />
        )}
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('profile.password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
