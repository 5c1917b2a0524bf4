import type { OpenHours, WeekdayHours } from '@keyhour/contract/office-clock'
import { NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/closures/hours.module.css'
import {
  choiceOn,
  type DayChoice,
  dateOnWeekday,
  ownHoursOn,
  WEEKDAYS,
  withDay,
  withoutDay,
} from '#web/features/closures/hours-rules.ts'
import { formatFullWeekday } from '#web/format/time.ts'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { translated } from '#web/ui/form-errors.ts'
import { InnerPart } from '#web/ui/inner-form.tsx'

type Props = {
  value: WeekdayHours[]
  onChange: (week: WeekdayHours[]) => void
  error?: ReactNode
  /** Of every day, as far as they are typed. */
  everyDay: OpenHours
  'data-path'?: string
}

const LIKELY: OpenHours = { open_hours: '09:00', close_hours: '13:00' }

/** One row for each day of the week: the hours of every day, its own, or closed. */
export function WeekFields({ value, onChange, error, everyDay, 'data-path': path }: Props) {
  const { t } = useTranslation('closures')
  return (
    <InnerPart>
      <Text fw={600} component="h4">
        {t('week.title')}
      </Text>
      <ul className={classes.week} data-path={path} tabIndex={-1}>
        {WEEKDAYS.map((weekday) => (
          <DayRow
            key={weekday}
            weekday={weekday}
            week={value}
            hasError={Boolean(error)}
            everyDay={everyDay}
            onChange={onChange}
          />
        ))}
      </ul>
      {error && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {translated(error)}
        </Text>
      )}
    </InnerPart>
  )
}

type RowProps = Pick<Props, 'onChange' | 'everyDay'> & {
  weekday: number
  week: WeekdayHours[]
  hasError: boolean
}

function DayRow({ weekday, week, hasError, everyDay, onChange }: RowProps) {
  const { t } = useTranslation('closures')
  const day = formatFullWeekday(dateOnWeekday(weekday))
  const hours = ownHoursOn(week, weekday)
  const { open_hours, close_hours } = everyDay

  function choose(choice: DayChoice) {
    if (choice === 'same') return onChange(withoutDay(week, weekday))
    const own = open_hours && close_hours ? { open_hours, close_hours } : LIKELY
    onChange(withDay(week, weekday, choice === 'own' ? own : null))
  }

  return (
    <li className={classes.day}>
      <Text className={classes.dayName!} aria-hidden>
        {day}
      </Text>
      <NativeSelect
        className={classes.choice!}
        aria-label={day}
        value={choiceOn(week, weekday)}
        onChange={(event) => choose(event.currentTarget.value as DayChoice)}
        data={(['same', 'own', 'closed'] as const).map((choice) => ({
          value: choice,
          label: t(`week.${choice}`),
        }))}
      />
      {hours && (
        <HourFields
          hours={hours}
          names={{ open: t('week.opens', { day }), close: t('week.closes', { day }) }}
          hasError={hasError}
          onChange={(next) => onChange(withDay(week, weekday, next))}
        />
      )}
    </li>
  )
}

type HourProps = {
  hours: OpenHours
  names: { open: string; close: string }
  hasError: boolean
  onChange: (hours: OpenHours) => void
}

export function HourFields({ hours, names, hasError, onChange }: HourProps) {
  const isMissing = (time: string) => hasError && time === ''
  return (
    <div className={classes.times}>
      <TimeInput
        aria-label={names.open}
        value={hours.open_hours}
        error={isMissing(hours.open_hours)}
        onChange={(open_hours) => onChange({ ...hours, open_hours })}
      />
      <span aria-hidden>–</span>
      <TimeInput
        aria-label={names.close}
        value={hours.close_hours}
        error={isMissing(hours.close_hours)}
        onChange={(close_hours) => onChange({ ...hours, close_hours })}
      />
    </div>
  )
}
