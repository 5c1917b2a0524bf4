import { Alert, Button, Group, Paper, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'

type Outcome = 'paid' | 'declined'

type Props = {
  amount: string
  end: Pick<UseMutationResult<unknown, Error, Outcome>, 'error' | 'isPending' | 'variables' | 'mutate'>
  onEnded: () => void
  wayBack: ReactNode
  /** What is paid for. */
  children: ReactNode
}

/** Pays without money, or declines; clearly marked as a test. */
export function TestPaymentCard({ amount, end, onEnded, wayBack, children }: Props) {
  const { t } = useTranslation('payments')
  const finish = (outcome: Outcome) => end.mutate(outcome, { onSuccess: onEnded })
  const isPending = (outcome: Outcome) => end.isPending && end.variables === outcome
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Alert color="brass" variant="light" role="note">
          {t('test.note')}
        </Alert>
        <div>{children}</div>
        <FailureAlert text={failureOf(end.error)} />
        <Group gap="sm">
          <Button
            variant="filled"
            loading={isPending('paid')}
            disabled={isPending('declined')}
            onClick={() => finish('paid')}
          >
            {t('test.pay', { amount })}
          </Button>
          <Button
            loading={isPending('declined')}
            disabled={isPending('paid')}
            onClick={() => finish('declined')}
          >
            {t('test.decline')}
          </Button>
        </Group>
        {wayBack}
      </Stack>
    </Paper>
  )
}
