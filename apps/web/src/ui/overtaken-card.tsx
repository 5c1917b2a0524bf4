import { Alert, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#web/api/call.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'

type Props = {
  error: CallError
  /** What is stored now, in words. */
  stored?: string
  onTake: () => void
}

/** Another person changed the record first: who, when, and what to do about it. */
export function OvertakenCard({ error: { body }, stored, onTake }: Props) {
  const { t } = useTranslation('ui')
  const who = body?.changed_by ?? t('overtaken.somebody')
  const when = formatMoment(body?.changed_at ?? '', viewerZone())
  return (
    <Alert color="danger" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t('overtaken.by', { who, when })}</Text>
        {stored !== undefined && <Text>{stored}</Text>}
        <Text>{t('overtaken.choice')}</Text>
        <Button onClick={onTake}>{t('overtaken.take')}</Button>
      </Stack>
    </Alert>
  )
}
