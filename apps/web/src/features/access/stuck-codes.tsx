import type { LockCode } from '@keyhour/contract/grants'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import classes from '#web/features/access/access.module.css'
import { forgetLockCode, stuckCodesQuery, tryLockCode } from '#web/features/access/api.ts'
import { formatDayAndTime, formatLength, viewerZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

const SHOWN_FIRST = 3

/** Codes that should no longer be in their locks. */
export function StuckCodes() {
  const { t } = useTranslation('access')
  const { data: codes = [] } = useQuery(stuckCodesQuery)
  const queryClient = useQueryClient()
  useAdminChanges('lock_codes', () => void queryClient.invalidateQueries(stuckCodesQuery))
  const [showsAll, setShowsAll] = useState(false)
  if (codes.length === 0) return null
  const shown = showsAll ? codes : codes.slice(0, SHOWN_FIRST)
  return (
    <section className={classes.stuck} aria-labelledby="stuck-codes">
      <Stack gap="xs">
        <Title order={3} size="h4" id="stuck-codes">
          {t('stuck.title', { count: codes.length })}
        </Title>
        <Text size="sm">{t('stuck.hint')}</Text>
      </Stack>
      <ul className={classes.stuckList}>
        {shown.map((code) => (
          <li key={`${code.order_id} ${code.device_id}`} className={classes.stuckCode}>
            <StuckCode code={code} />
          </li>
        ))}
      </ul>
      {codes.length > SHOWN_FIRST && (
        <Button aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('stuck.fewer') : t('stuck.all', { count: codes.length })}
        </Button>
      )}
    </section>
  )
}

const MINUTE_MS = 60_000

function StuckCode({ code }: { code: LockCode }) {
  const { t } = useTranslation('access')
  const now = useNow(MINUTE_MS)
  const at = (instant: string) => formatDayAndTime(instant, viewerZone())
  const { unwanted_since: since, failure, tried_at, hub } = code
  const age = since ? now - Date.parse(since) : 0
  const times = { age: formatLength(age), time: since && at(since) }
  return (
    <>
      <div className={classes.stuckFacts}>
        <Text fw={500} id={nameId(code)}>
          <bdi>{code.device_name}</bdi> · <bdi>{localPlace(code).office_name}</bdi>
        </Text>
        <Text size="sm">
          {since && (age < MINUTE_MS ? t('stuck.sinceNow', times) : t('stuck.since', times))}
          {failure && ` ${serverText(failure)}`}
        </Text>
        <SoftText>
          {t('stuck.order', { id: code.order_id })}
          {hub && (
            <>
              {' · '}
              <bdi dir="ltr">{hub}</bdi>
            </>
          )}
          {tried_at && ` · ${t('stuck.tried', { time: at(tried_at) })}`}
        </SoftText>
      </div>
      <Actions code={code} />
    </>
  )
}

const nameId = ({ order_id, device_id }: LockCode): string => `stuck-code-${order_id}-${device_id}`

function Actions({ code }: { code: LockCode }) {
  const { t } = useTranslation('access')
  const queryClient = useQueryClient()
  const askAgain = () => queryClient.invalidateQueries(stuckCodesQuery)
  const onError = (error: Error) => notifyFailure(error)
  const trying = useMutation({
    mutationFn: () => tryLockCode(code),
    onSuccess: () => {
      notify(t('stuck.trying', { name: code.device_name }), 'message')
      return askAgain()
    },
    onError,
  })
  const forgetting = useMutation({ mutationFn: forgetLockCode, onSuccess: askAgain, onError })
  const ask = (because: 'taken_out_by_hand' | 'stays') =>
    onceConfirmed({ message: t(`stuck.confirm.${because}`, { name: code.device_name }) }, () =>
      forgetting.mutate({ ...code, because }),
    )
  const of = { 'aria-describedby': nameId(code), size: 'compact-sm' } as const
  return (
    <Group gap="xs">
      <Button {...of} loading={trying.isPending} onClick={() => trying.mutate()}>
        {t('stuck.tryNow')}
      </Button>
      <Button {...of} disabled={forgetting.isPending} onClick={() => void ask('taken_out_by_hand')}>
        {t('stuck.byHand')}
      </Button>
      <Button
        {...of}
        variant="outline"
        color="danger"
        disabled={forgetting.isPending}
        onClick={() => void ask('stays')}
      >
        {t('stuck.stays')}
      </Button>
    </Group>
  )
}
