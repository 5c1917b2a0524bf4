import { Paper, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/auth/sign-in.module.css'
import { SignInForm } from '#web/features/auth/sign-in-form.tsx'

export function SignInScreen() {
  const { t } = useTranslation('auth')
  return (
    <div className={classes.page}>
      <title>{t('signIn')}</title>
      <Paper className={classes.card} withBorder>
        <Stack gap="lg">
          <Title order={1} size="h2">
            {t('signIn')}
          </Title>
          <SignInForm />
        </Stack>
      </Paper>
    </div>
  )
}
