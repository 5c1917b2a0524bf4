import type { OwnProfile } from '@keyhour/contract/users'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#web/api/call.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'

type Props = { error: CallError; stored: OwnProfile; onTake: () => void }

/** Somebody else was faster: who, what is stored now, and what can be done about it. */
export function ProfileOvertakenCard({ error: { body }, stored, onTake }: Props) {
  const { t } = useTranslation('users')
  const { name, phone, language } = stored
  const who = body?.changed_by ?? t('profile.overtaken.somebody')
  return (
    <Alert color="danger" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>
          {body?.changed_at
            ? t('profile.overtaken.byAt', { who, when: formatMoment(body.changed_at, viewerZone()) })
            : t('profile.overtaken.by', { who })}
        </Text>
        <Text>
          {t('profile.overtaken.stored', {
            name,
            phone: phone ?? t('profile.overtaken.noPhone'),
            language: t(`profile.about.in.${language}`),
          })}
        </Text>
        <Text>{t('profile.overtaken.choice')}</Text>
        <Button onClick={onTake}>{t('profile.overtaken.take')}</Button>
      </Stack>
    </Alert>
  )
}
