import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { Page } from '#web/ui/page.tsx'

export function DoorOpenerScreen() {
  const { t } = useTranslation('access')
  const { signedIn } = useSession()
  return (
    <Page title={t('doorOpener')}>
      <Stack maw={640} gap="md">
        <Paper withBorder p="lg">
          <Text fw={600} role="status">
            {t('notConnected')}
          </Text>
        </Paper>
        <Text>{t('openLater')}</Text>
        <Text>{'bluetooth' in navigator ? t('browserCan') : t('browserCannot')}</Text>
        <Group gap="lg">
          <Anchor component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
            {signedIn ? t('toDashboard') : t('toSignIn')}
          </Anchor>
          <Anchor href="/">{t('home')}</Anchor>
        </Group>
      </Stack>
    </Page>
  )
}
