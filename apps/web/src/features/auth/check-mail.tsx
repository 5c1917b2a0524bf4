import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import classes from '#web/features/auth/auth.module.css'
import { NextStep } from '#web/features/auth/auth-page.tsx'
import { BookingAhead } from '#web/features/auth/booking-ahead.tsx'
import { pageAskedFor } from '#web/features/auth/page-asked-for.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  sent: 'signUp' | 'password'
  email: string
  sendAgain: () => Promise<unknown>
  onBack: () => void
}

/** After a form that sends a mail. */
export function CheckMail({ sent, email, sendAgain, onBack }: Props) {
  const { t } = useTranslation('auth')
  const again = useMutation({
    mutationFn: sendAgain,
    onSuccess: () => notify(t('mail.sentAgain'), 'success'),
  })
  return (
    <NextStep title={t('mail.title')}>
      <FailureAlert text={failureOf(again.error)} />
      {sent === 'signUp' && <BookingAhead from={pageAskedFor()} />}
      <Text>
        <Trans
          t={t}
          i18nKey={`mail.${sent}`}
          values={{ email }}
          components={{ address: <bdi className={classes.address} /> }}
        />
      </Text>
      <Text c="dimmed">{t('mail.nothing')}</Text>
      <Stack gap="sm" align="flex-start">
        <Button loading={again.isPending} onClick={() => again.mutate()}>
          {t('mail.again')}
        </Button>
        <Anchor component="button" type="button" onClick={onBack}>
          {t('mail.otherAddress')}
        </Anchor>
      </Stack>
    </NextStep>
  )
}
