import { Anchor, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'

/** The pages open in another tab, so that what was typed stays. */
export function AgreementNote({ by }: { by: 'signingIn' | 'signingUp' }) {
  const { t } = useTranslation('auth')
  const terms = <Anchor href="/terms" target="_blank" underline="always" />
  const policy = <Anchor href="/api/privacy-policy" target="_blank" underline="always" />
  return (
    <Text size="sm" c="dimmed">
      <Trans t={t} i18nKey={`agreement.${by}`} components={{ terms, policy }} />
    </Text>
  )
}
