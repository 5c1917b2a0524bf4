import { daysAfter, weekdayOn } from '@keyhour/contract/office-clock'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/price'
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EVERY, type RepeatDraft, wayOfMonth, waysOfMonth } from '#web/features/series/rules.ts'
import classes from '#web/features/series/series.module.css'
import { useRepeatText } from '#web/features/series/use-repeat-text.ts'
import type { SeriesBooking } from '#web/features/series/use-series.ts'
import { formatFullWeekday } from '#web/format/time.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'

const WEEK = [0, 1, 2, 3, 4, 5, 6]
const A_SUNDAY = '2026-11-01'

type Props = { series: SeriesBooking; date: string; today: string }

/** Whether and how a booking repeats. Only the fields of the chosen way are shown. */
export function RepeatFields({ series, date, today }: Props) {
  const { t } = useTranslation('series')
  const { draft, change, isOn } = series
  return (
    <section className={classes.repeat} aria-label={t('repeat')}>
      <NativeSelect
        label={t('repeat')}
        value={draft.every}
        data={EVERY.map((value) => ({ value, label: t(`every.${value}`) }))}
        onChange={({ target }) => change({ every: target.value as RepeatDraft['every'] })}
      />
      {(draft.every === 'week' || draft.every === 'two_weeks') && <Weekdays series={series} date={date} />}
      {draft.every === 'month' && <Month series={series} date={date} />}
      {isOn && <End series={series} date={date} today={today} />}
    </section>
  )
}

function Weekdays({ series: { draft, change, errors }, date }: Omit<Props, 'today'>) {
  const { t } = useTranslation('series')
  const chosen = draft.weekdays.length > 0 ? draft.weekdays : [weekdayOn(date)]
  return (
    <Checkbox.Group
      label={t('weekdays')}
      value={chosen.map(String)}
      error={errors.weekdays}
      onChange={(next) => change({ weekdays: next.map(Number) })}
    >
      <Group className={classes.weekdays}>
        {WEEK.map((weekday) => (
          <Checkbox
            key={weekday}
            value={String(weekday)}
            label={formatFullWeekday(daysAfter(A_SUNDAY, weekday))}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Month({ series: { draft, change }, date }: Omit<Props, 'today'>) {
  const { t } = useTranslation('series')
  const { dayText } = useRepeatText()
  return (
    <NativeSelect
      label={t('monthBy')}
      value={wayOfMonth(draft, date)}
      data={waysOfMonth(date).map((value) => ({ value, label: dayText(value, date) }))}
      onChange={({ target }) => change({ on: target.value as RepeatDraft['on'] })}
    />
  )
}

function End({ series: { draft, change, errors }, date, today }: Props) {
  const { t } = useTranslation('series')
  return (
    <div className={classes.end}>
      <NativeSelect
        label={t('ends')}
        value={draft.ends}
        data={(['count', 'until'] as const).map((value) => ({ value, label: t(`endsBy.${value}`) }))}
        onChange={({ target }) => change({ ends: target.value as RepeatDraft['ends'] })}
      />
      {draft.ends === 'count' ? (
        <TextInput
          label={t('count')}
          inputMode="numeric"
          maxLength={3}
          value={draft.count}
          error={errors.count}
          onChange={({ target }) => change({ count: target.value.replace(/\D/g, '') })}
        />
      ) : (
        <DateInput
          label={t('until')}
          value={draft.until}
          min={date}
          max={daysAfter(today, MOST_DAYS_AHEAD)}
          today={today}
          error={draft.until ? errors.until : undefined}
          onChange={(until) => change({ until })}
        />
      )}
    </div>
  )
}
