import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/page.tsx'

export function DoorOpenerScreen() {
  const { t } = useTranslation('access')
  return (
    <Page title={t('doorOpener')}>
      <Stack maw={640} gap="md">
        <Paper withBorder p="lg">
          <Text fw={600} role="status">
            {t('notConnected')}
          </Text>
        </Paper>
        <Text>{'bluetooth' in navigator ? t('browserCan') : t('browserCannot')}</Text>
        <Text>
          <Anchor href="/">{t('home')}</Anchor>
        </Text>
      </Stack>
    </Page>
  )
}
