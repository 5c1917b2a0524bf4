import type { Charge } from '@keyhour/contract/charges'
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshOrders } from '#web/features/charges/api.ts'
import { isOnItsWay, shownStatus } from '#web/features/charges/rules.ts'
import type { ReturnedCharge } from '#web/features/charges/use-returned-charge.ts'
import { formatMoney } from '#web/format/money.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** What became of the card payment that the customer was sent to make. */
export function ChargeOutcome({ returned }: { returned: ReturnedCharge }) {
  const { t } = useTranslation('charges')
  const refresh = useRefreshOrders()
  const { query, charge } = returned
  const status = charge?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the outcome arrives
  useEffect(() => {
    if (status && status !== 'open') refresh()
  }, [status])
  return (
    <QueryView query={query} loading={t('outcome.loading')}>
      {() => charge && <Outcome returned={returned} charge={charge} />}
    </QueryView>
  )
}

function Outcome({ returned, charge }: { returned: ReturnedCharge; charge: Charge }) {
  const { t } = useTranslation(['charges', 'payments'])
  const { failure, kept, amount, currency, receipt_number } = charge
  const status = shownStatus(charge)
  const money = { amount: formatMoney(status === 'open' ? amount : kept, currency) }
  if (status === 'authorised')
    return <Notice look="good" title={t('outcome.paid', money)} text={t('outcome.reserved')} />
  if (status === 'captured')
    return (
      <Notice
        look="good"
        title={t('outcome.paid', money)}
        text={t('outcome.receipt', { number: receipt_number })}
      />
    )
  if (failure !== null)
    return (
      <Notice look="bad" title={t(`failure.${failure}`, { ns: 'payments' })} text={t('outcome.tryAgain')} />
    )
  if (status === 'released')
    return <Notice look="neutral" title={t('outcome.released')} text={t('outcome.releasedText')} />
  if (status !== 'open' || returned.isLeft || !isOnItsWay(charge))
    return <Notice look="neutral" title={t('outcome.notPaid')} text={t('outcome.nothingTaken')} />
  return <OnItsWay returned={returned} />
}

function OnItsWay({ returned: { isConfirming, query } }: { returned: ReturnedCharge }) {
  const { t } = useTranslation('charges')
  if (isConfirming)
    return <Notice look="waiting" title={t('outcome.waiting')} text={t('outcome.waitingText')} />
  return (
    <Notice look="neutral" title={t('outcome.late')} text={t('outcome.lateText')}>
      <Group>
        <Button size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('outcome.checkAgain')}
        </Button>
      </Group>
    </Notice>
  )
}

const LOOKS = {
  good: { color: 'free', icon: <IconCircleCheck aria-hidden /> },
  bad: { color: 'danger', icon: <IconAlertTriangle aria-hidden /> },
  neutral: { color: 'gray', icon: <IconClock aria-hidden /> },
  waiting: { color: 'gray', icon: <Loader size="sm" aria-hidden /> },
} as const

type NoticeProps = { look: keyof typeof LOOKS; title: string; text: string; children?: ReactNode }

function Notice({ look, title, text, children }: NoticeProps) {
  return (
    <Alert {...LOOKS[look]} title={title} variant="light" role="status">
      <Stack gap="sm">
        <Text>{text}</Text>
        {children}
      </Stack>
    </Alert>
  )
}
