import doorDark from 'virtual:picture/door-dark'
import doorLight from 'virtual:picture/door-light'
import { Paper, Stack, Title } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/auth/sign-in.module.css'
import { SignInForm } from '#web/features/auth/sign-in-form.tsx'
import { DocumentTitle } from '#web/ui/document-title.tsx'

const scene = { '--light': `url(${doorLight})`, '--dark': `url(${doorDark})` } as CSSProperties

export function SignInScreen() {
  const { t } = useTranslation('auth')
  return (
    <div className={classes.page}>
      <DocumentTitle title={t('signIn')} />
      <div className={classes.scene} style={scene} />
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
