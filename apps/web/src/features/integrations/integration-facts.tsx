import type { IntegrationState } from '@keyhour/contract/admin-offices'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Since when a service is connected, when it was last read, and what is wrong with it. */
export function IntegrationFacts({ state, connected_at, read_at, failing_links, failure }: IntegrationState) {
  const { t } = useTranslation('calendars')
  const moment = (instant: string) => formatMoment(instant, viewerZone())
  if (state === 'disconnected') return null
  return (
    <>
      {connected_at !== null && (
        <SoftText>{t('connections.since', { moment: moment(connected_at) })}</SoftText>
      )}
      {read_at !== null && <SoftText>{t('connections.read', { moment: moment(read_at) })}</SoftText>}
      {failing_links > 0 && (
        <Text size="sm" c="var(--danger)">
          {t('connections.failingLinks', { count: failing_links })}
        </Text>
      )}
      {failure !== null && (
        <Text size="sm" c="var(--danger)" role="alert">
          {serverText(failure)}
        </Text>
      )}
    </>
  )
}
