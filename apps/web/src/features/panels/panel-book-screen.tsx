import type { SpaceNow } from '@keyhour/contract/panels'
import type { VisitMinutes } from '@keyhour/contract/visits'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { useOfficeChanges } from '#web/api/live.ts'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { useOrderChange } from '#web/features/orders/api.ts'
import { spaceNowQuery } from '#web/features/panels/api.ts'
import { endAfter, stateAt } from '#web/features/panels/rules.ts'
import { checkIn, useStartVisit } from '#web/features/visits/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatTime } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const NARROW = 560
const STEP_MS = 10_000

/** Where the QR code of a screen at a door leads: the same choices, for the person who is signed in here. */
export function PanelBookScreen() {
  const { officeId, subOfficeId } = useParams()
  if (!isId(officeId) || (subOfficeId !== undefined && !isId(subOfficeId)))
    return <Navigate to="/dashboard" replace />
  return <SpaceHere officeId={Number(officeId)} subOfficeId={subOfficeId ? Number(subOfficeId) : undefined} />
}

const isId = (text: string | undefined): boolean => /^[1-9]\d{0,14}$/.test(text ?? '')

type Ids = { officeId: number; subOfficeId: number | undefined }

function SpaceHere({ officeId, subOfficeId }: Ids) {
  const { t } = useTranslation('panels')
  const query = useQuery(spaceNowQuery(officeId, subOfficeId))
  useOfficeChanges(officeId, () => void query.refetch())
  const now = useNow(STEP_MS) + (query.data?.ahead_ms ?? 0)
  const view = query.data?.view
  return (
    <Page title={view ? placeName(view) : t('phone.title')}>
      <QueryView query={query} shape="form">
        {({ view: known }) => (
          <Stack maw={NARROW} gap="lg">
            <State view={known} now={now} />
            {known.own_order !== null && <CheckIn orderId={known.own_order} />}
            {known.choices.length > 0 && stateAt(known, now).what === 'free' ? (
              <StartForm view={known} now={now} />
            ) : (
              known.own_order === null && <OtherTimes officeId={officeId} subOfficeId={subOfficeId} />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

const placeName = ({ space, office }: SpaceNow): string =>
  spaceAndOffice(space.id === null ? null : localPlace(space).name, localPlace(office).name)

function State({ view, now }: { view: SpaceNow; now: number }) {
  const { t } = useTranslation('panels')
  const { what, until } = stateAt(view, now)
  const { time_zone } = view.office
  return (
    <Text fz="lg" fw={600} role="status">
      {t(`state.${what}`)}
      {what !== 'closed' && until && ` ${t('until', { time: formatTime(until, time_zone) })}`}
    </Text>
  )
}

function CheckIn({ orderId }: { orderId: number }) {
  const { t } = useTranslation('panels')
  const navigate = useNavigate()
  const change = useOrderChange(() => checkIn(orderId))
  return (
    <Button
      size="lg"
      variant="filled"
      loading={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: () => {
            notify(t('checkIn.done'), 'success')
            void navigate(`/order/${orderId}`)
          },
          onError: (error) => notifyFailure(error),
        })
      }
    >
      {t('checkIn.own')}
    </Button>
  )
}

const WAYS = ['saved', 'later'] as const

function StartForm({ view, now }: { view: SpaceNow; now: number }) {
  const { t } = useTranslation(['panels', 'booking'])
  const navigate = useNavigate()
  const start = useStartVisit()
  const payment = usePayChoice(true, WAYS)
  const [chosen, choose] = useState<VisitMinutes>(30)
  const { minutes } = view.choices.find((one) => one.minutes === chosen) ?? view.choices.at(-1)!
  const card = payment?.way === 'saved' && payment.saved ? ({ pay_by: 'saved_card' } as const) : {}
  const { office, space } = view

  const send = () =>
    start.mutate(
      { office_id: office.id, sub_office_id: space.id, minutes, ...card },
      {
        onSuccess: ({ id }) => {
          notify(t('phone.started'), 'success')
          void navigate(`/order/${id}`)
        },
        onError: (error) => notifyFailure(error),
      },
    )

  return (
    <Stack gap="md">
      <Radio.Group
        label={t('start.title')}
        value={String(minutes)}
        onChange={(value) => choose(Number(value) as VisitMinutes)}
      >
        <Stack gap="md" mt="sm">
          {view.choices.map(({ minutes: length, price }) => (
            <Radio
              key={length}
              size="md"
              value={String(length)}
              label={t('phone.choice', {
                count: length,
                time: formatTime(endAfter(now, length), office.time_zone),
                price: formatMoney(price, view.currency),
              })}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('phone.text')}
      </Text>
      {payment && <PayChoice label={t('startNow.payBy', { ns: 'booking' })} {...payment} />}
      <Group>
        <Button size="lg" variant="filled" loading={start.isPending} onClick={send}>
          {t('phone.action', { count: minutes })}
        </Button>
      </Group>
    </Stack>
  )
}

function OtherTimes({ officeId, subOfficeId }: Ids) {
  const { t } = useTranslation('panels')
  const part = subOfficeId === undefined ? '' : `?sub_office=${subOfficeId}`
  return (
    <Group>
      <Button component={Link} to={`/booking/${officeId}${part}`}>
        {t('phone.otherTimes')}
      </Button>
    </Group>
  )
}
