import { setPassword as contract } from '@keyhour/contract/auth'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { startSession } from '#web/api/session.ts'
import {
  type NewPassword as Chosen,
  isWaitingForDeletion,
  type PasswordLink,
  passwordLinkQuery,
  setPassword,
} from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { GracePanel } from '#web/features/auth/grace-panel.tsx'
import { pageAskedFor } from '#web/features/auth/page-asked-for.ts'
import { PasswordLinkPage } from '#web/features/auth/password-link-page.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { NewPasswordInput } from '#web/ui/password-input.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Setting the password signs its owner in and replaces any other session. */
export function ResetPasswordScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  return token === null ? (
    <PasswordLinkPage title={t('openLink.title')} text={t('openLink.password')} />
  ) : (
    <LinkForm linkToken={token} />
  )
}

function LinkForm({ linkToken }: { linkToken: string }) {
  const { t } = useTranslation('auth')
  const link = useQuery(passwordLinkQuery(linkToken))
  return (
    <QueryView query={link} loading={t('checkingLink')}>
      {(good) => (good ? <NewPassword linkToken={linkToken} link={good} /> : <LinkGone />)}
    </QueryView>
  )
}

function LinkGone() {
  const { t } = useTranslation('auth')
  return <PasswordLinkPage title={t('linkGone.title')} text={t('linkGone.password')} announced />
}

type LinkProps = { linkToken: string; link: PasswordLink }

function NewPassword({ linkToken, link: { email, has_google, google_email } }: LinkProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const form = useForm({
    mode: 'controlled',
    initialValues: { password: '', ...(has_google && { keep_google: false }) },
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
      void navigate(pageAskedFor() ?? '/dashboard', { replace: true })
    },
    onError: (error) => showRefusal(form, error),
  })
  if (setting.data === false) return <LinkGone />

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
      <form noValidate onSubmit={submitOf(form, (chosen) => setting.mutate(chosen))}>
        <Stack gap="md">
          <Text>
            <Trans t={t} i18nKey="passwordOf" values={{ email }} components={{ address: <strong /> }} />
          </Text>
          {/* For password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <FailureAlert text={isWaiting ? null : failureOf(setting.error)} />
          <NewPasswordInput
            {...inputOf(form, 'password')}
            value={form.values.password}
            label={t('newPassword')}
          />
          {has_google && (
            <Checkbox
              {...form.getInputProps('keep_google', { type: 'checkbox' })}
              label={google_email === null ? t('keepGoogle') : t('keepGoogleAs', { email: google_email })}
              description={t('keepGoogleHint')}
            />
          )}
          <Button type="submit" variant="filled" size="md" loading={setting.isPending}>
            {t('setPassword')}
          </Button>
        </Stack>
      </form>
    </AuthPage>
  )
}
