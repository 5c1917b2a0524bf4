import { Anchor, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'

/** The policy opens in another tab, so that what was typed stays. */
export function PrivacyNote() {
  const { t } = useTranslation('auth')
  const policy = <Anchor href="/api/privacy-policy" target="_blank" underline="always" />
  return (
    <Text size="sm" c="dimmed">
      <Trans t={t} i18nKey="privacy" components={{ policy }} />
    </Text>
  )
}
