import { requestPasswordLink as contract } from '@keyhour/contract/auth'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { requestPasswordLink } from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { CheckMail } from '#web/features/auth/check-mail.tsx'
import { keepPageAskedFor } from '#web/features/auth/page-asked-for.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, fieldErrorsOf, inputOf, submitOf } from '#web/ui/form-errors.ts'

type Props = { title: string; text: string; announced?: boolean }

/** Requests a link for a new password. The reply is the same whatever the address. */
export function PasswordLinkPage({ title, text, announced = false }: Props) {
  const { t } = useTranslation('auth')
  const { state } = useLocation()
  const form = useForm({
    mode: 'controlled',
    initialValues: { email: state?.email ?? '' },
    validate: schemaResolver(contract.body, { sync: true }),
  })
  const sending = useMutation({
    mutationFn: requestPasswordLink,
    onSuccess: () => keepPageAskedFor(state?.from),
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
  })
  const { email } = form.values

  return (
    <AuthPage
      title={title}
      announced={announced}
      instead={
        sending.isSuccess && (
          <CheckMail
            sent="password"
            email={email}
            sendAgain={() => requestPasswordLink(email)}
            onBack={sending.reset}
          />
        )
      }
    >
      <Text>{text}</Text>
      <form noValidate onSubmit={submitOf(form, () => sending.mutate(email))}>
        <Stack gap="md">
          <FailureAlert text={failureOf(sending.error)} />
          <TextInput {...inputOf(form, 'email')} label={t('email')} type="email" autoComplete="username" />
          <Button type="submit" variant="filled" size="md" loading={sending.isPending}>
            {t('sendLink')}
          </Button>
        </Stack>
      </form>
      <Anchor component={Link} to="/sign-in" state={state}>
        {t('backToSignIn')}
      </Anchor>
    </AuthPage>
  )
}
