import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NextStep } from '#web/features/auth/auth-page.tsx'

type Props = { grace: { isKeeping: boolean; keep: () => void; cancel: () => void } }

/** The account is about to be deleted: its owner can keep it, or leave it. */
export function GracePanel({ grace }: Props) {
  const { t } = useTranslation('auth')
  return (
    <NextStep title={t('grace.title')}>
      <Text>{t('grace.text', { days: GRACE_DAYS })}</Text>
      <Stack gap="sm">
        <Button variant="filled" size="md" loading={grace.isKeeping} onClick={grace.keep}>
          {t('grace.keep')}
        </Button>
        <Button size="md" disabled={grace.isKeeping} onClick={grace.cancel}>
          {t('grace.cancel')}
        </Button>
      </Stack>
    </NextStep>
  )
}
