import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/page.tsx'

const STEPS = ['mail', 'confirm', 'deactivated', 'grace', 'erased'] as const

export function DeleteAccountScreen() {
  const { t } = useTranslation('account-deletion')
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
        <Text>
          <Anchor href="/">{t('back')}</Anchor>
        </Text>
      </Stack>
    </Page>
  )
}
