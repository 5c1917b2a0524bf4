import { setPassword as contract } from '@keyhour/contract/auth'
import { Button, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { startSession } from '#web/api/session.ts'
import { type NewPassword as Chosen, isWaitingForDeletion, setPassword } from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { GracePanel } from '#web/features/auth/grace-panel.tsx'
import { PasswordLinkPage } from '#web/features/auth/password-link-page.tsx'
import { keptWish } from '#web/features/auth/wish.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { NewPasswordInput } from '#web/ui/password-input.tsx'

/** Where the link for a new password leads. Whoever sets it is signed in by it, in place of anybody else. */
export function ResetPasswordScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  return token === null ? (
    <PasswordLinkPage title={t('openLink.title')} text={t('openLink.password')} />
  ) : (
    <NewPassword linkToken={token} />
  )
}

function NewPassword({ linkToken }: { linkToken: string }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const form = useForm({
    mode: 'controlled',
    initialValues: { password: '' },
    validate: schemaResolver(contract.body, { sync: true }),
  })
  const setting = useMutation({
    mutationFn: async (chosen: Chosen) => {
      const token = await setPassword(linkToken, chosen)
      return token !== null && startSession(token)
    },
    onSuccess: (isStarted, { undo_deletion }) => {
      if (!isStarted) return
      notify(t(undo_deletion ? 'kept' : 'passwordSet'), 'success')
      void navigate(keptWish() ?? '/dashboard', { replace: true })
    },
    onError: (error) => showRefusal(form, error),
  })
  if (setting.data === false)
    return <PasswordLinkPage title={t('linkGone.title')} text={t('linkGone.password')} announced />

  const isKeeping = setting.isPending && setting.variables.undo_deletion === true
  const isWaiting = isWaitingForDeletion(setting.error)
  const grace = {
    isKeeping,
    keep: () => setting.mutate({ ...form.values, undo_deletion: true }),
    cancel: setting.reset,
  }
  return (
    <AuthPage
      title={t('chooseNewPassword')}
      instead={(isWaiting || isKeeping) && <GracePanel grace={grace} />}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          (chosen) => setting.mutate(chosen),
          (errors) => focusFirst(form, errors),
        )}
      >
        <Stack gap="md">
          <FailureAlert text={isWaiting ? null : failureOf(setting.error)} />
          <NewPasswordInput
            {...form.getInputProps('password')}
            value={form.values.password}
            label={t('newPassword')}
            error={translated(form.errors.password)}
          />
          <Button type="submit" variant="filled" size="md" loading={setting.isPending}>
            {t('setPassword')}
          </Button>
        </Stack>
      </form>
    </AuthPage>
  )
}
