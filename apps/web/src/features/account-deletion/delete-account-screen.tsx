import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { Page } from '#web/ui/page.tsx'

const STEPS = ['mail', 'confirm', 'deactivated', 'grace', 'erased'] as const

export function DeleteAccountScreen() {
  const { t } = useTranslation('account-deletion')
  const { signedIn } = useSession()
  return (
    <Page title={t('title')}>
      <Stack maw={640} gap="md">
        <Text>{t('intro')}</Text>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`step.${step}`)}</li>
          ))}
        </ol>
        <Text>{t('history')}</Text>
        <Text>{t('askLater')}</Text>
        <Group gap="lg">
          <Anchor component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
            {signedIn ? t('toDashboard') : t('toSignIn')}
          </Anchor>
          <Anchor href="/">{t('back')}</Anchor>
        </Group>
      </Stack>
    </Page>
  )
}
