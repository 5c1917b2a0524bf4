import { officeDayAt } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import { type SeriesScope, SeriesTimeChange, type SeriesTimeQuote } from '@keyhour/contract/series'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { keepOffered, timeOfOrder, toTimeChange } from '#web/features/availability/rules.ts'
import { StayPicker } from '#web/features/availability/stay-picker.tsx'
import { useDay } from '#web/features/availability/use-day.ts'
import { useDayNotes } from '#web/features/availability/use-day-notes.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import { seriesTimeQuery, useChangeSeriesTime } from '#web/features/series/api.ts'
import classes from '#web/features/series/series.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDayOfWeek } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

const SETTLE_MS = 300
const MINUTE_MS = 60_000

type Props = { order: OrderDetails; scope: SeriesScope; onDone: () => void }

/** Moves several bookings of a series. Shows first what that costs, and which of them cannot be moved. */
export function SeriesTimeForm({ order, scope, onDone }: Props) {
  const { t } = useTranslation('series')
  const { Office, SubOffice, time_zone, rent_type } = order
  const space = { office_id: Office.id, sub_office_id: SubOffice?.id ?? null, order_id: order.id }
  const office = useQuery(officeQuery(Office.id)).data
  const hours = office ?? { time_zone, open_hours: null, close_hours: null, week_hours: [], holidays: [] }
  const booked = timeOfOrder(order, hours)
  const [changed, setChanged] = useState<ChosenTime | null>(null)
  const today = officeDayAt(hours, useNow(MINUTE_MS))
  const day = useDay(space, changed ?? booked, office)
  const time = keepOffered(changed ?? booked, day.halves)
  const times = toTimeChange(time, rent_type)
  const isSame = JSON.stringify(times) === JSON.stringify(toTimeChange(booked, rent_type))
  const quote = useTimesQuote(order, times && !isSame ? { ...times, scope } : null)
  const change = useChangeSeriesTime(order.id)
  const noteOf = useDayNotes(hours)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!times || !quote.data) return
    const shown = quote.data
    change.mutate(
      { ...times, scope, expected_total: shown.due },
      {
        onSuccess: () => {
          notify(t('time.done', { count: shown.dates.length }), 'success')
          onDone()
        },
        onError: (error) => notifyFailure(error),
      },
    )
  }

  const canMove = quote.data?.refusal === null && quote.data.dates.every(({ conflict }) => conflict === null)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('time.note')}
        </Text>
        <StayPicker
          day={day}
          time={time}
          onChange={setChanged}
          today={today}
          rentType={rent_type}
          space={space}
          noteOf={noteOf}
        />
        {quote.error && <FailureAlert text={refusalText(quote.error)} />}
        {quote.data && <Outcome quote={quote.data} />}
        {change.error && <FailureAlert text={refusalText(change.error)} />}
        <Button type="submit" variant="filled" size="md" disabled={!canMove} loading={change.isPending}>
          {quote.data ? t('time.action', { count: quote.data.dates.length }) : t('time.choose')}
        </Button>
      </Stack>
    </form>
  )
}

/** Once the time has stopped changing. */
function useTimesQuote({ id }: OrderDetails, change: SeriesTimeChange | null) {
  const written = change && JSON.stringify(change)
  const [settled] = useDebouncedValue(written, SETTLE_MS)
  const asked =
    settled === written && settled ? SeriesTimeChange.safeParse(JSON.parse(settled)).data : undefined
  return useQuery(seriesTimeQuery(id, asked ?? null))
}

function Outcome({ quote }: { quote: SeriesTimeQuote }) {
  const { t } = useTranslation('series')
  const inTheWay = quote.dates.filter(({ conflict }) => conflict !== null)
  if (quote.refusal !== null) return <FailureAlert text={serverText(quote.refusal)} />
  if (inTheWay.length === 0) return <Text aria-live="polite">{differenceIn(quote, t)}</Text>
  return (
    <Alert
      color="brass"
      variant="light"
      role="status"
      title={t('time.conflicts', { count: inTheWay.length })}
    >
      <ul className={classes.orders}>
        {inTheWay.map(({ order_id, date, conflict }) => (
          <li key={order_id}>
            <span>{formatDayOfWeek(date)}</span>
            <span>{serverText(conflict!)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function differenceIn(
  { more, with_credits, back, kept, currency }: SeriesTimeQuote,
  t: TFunction<'series'>,
): string {
  const money = (cents: number) => formatMoney(cents, currency)
  const parts = [
    more > 0 && t('time.more', { more: money(more), credits: money(with_credits) }),
    back > 0 && t('time.back', { back: money(back) }),
    kept > 0 && t('time.kept', { kept: money(kept) }),
    more === 0 && back === 0 && t('time.same'),
  ]
  return parts.filter(Boolean).join(' ')
}
