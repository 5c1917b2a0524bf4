import { daysAfter } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { inLanguage } from '@keyhour/contract/place-names'
import { MOST_DAYS } from '@keyhour/contract/price'
import { useId, useState } from 'react'
import { noteOfDays } from '#web/features/availability/day-note.ts'
import classes from '#web/features/spaces/booking-box.module.css'
import { usePage } from '#web/features/spaces/page-context.tsx'
import { latestDay } from '#web/features/spaces/rules.ts'
import type { Offer, Stay } from '#web/features/spaces/stay-rules.ts'
import { dateWords, useTexts } from '#web/features/spaces/texts.ts'
import { lastDayAfterMove } from '#web/format/half-hours.ts'
import { PlainDateInput } from '#web/ui/dates/plain-date-input.tsx'

type Props = { office: Office; stay: Stay; onChange: (stay: Stay) => void; today: string }

/** The latest last day of a stay that starts on `date`. */
function latestFrom(date: string, today: string): string {
  const [longest, latest] = [daysAfter(date, MOST_DAYS - 1), latestDay(today)]
  return longest < latest ? longest : latest
}

export function FirstDayField(props: Props & { rentType: Offer['rent_type'] }) {
  const { stay, onChange, today, rentType } = props
  const t = useTexts()

  function setDate(date: string) {
    const moved = lastDayAfterMove({ first: stay.date, last: stay.last_date ?? stay.date }, date)
    const longest = latestFrom(date, today)
    const last = moved < longest ? moved : longest
    onChange({ ...stay, date, last_date: last > date ? last : null })
  }

  const label = rentType === 'hour' ? t('field.date') : t('book.firstDay')
  return (
    <DayField
      {...props}
      name="date"
      label={label}
      value={stay.date}
      latest={latestDay(today)}
      setDate={setDate}
    />
  )
}

export function LastDayField(props: Props) {
  const { stay, onChange, today } = props
  const t = useTexts()
  return (
    <DayField
      {...props}
      name="last_date"
      label={t('book.lastDay')}
      value={stay.last_date ?? stay.date}
      today={stay.date}
      latest={latestFrom(stay.date, today)}
      setDate={(last_date) => onChange({ ...stay, last_date })}
    />
  )
}

type DayFieldProps = Pick<Props, 'office' | 'today'> & {
  name: string
  label: string
  value: string
  latest: string
  setDate: (date: string) => void
}

function DayField({ office, today, name, label, value, latest, setDate }: DayFieldProps) {
  const t = useTexts()
  const { language } = usePage()
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <PlainDateInput
        id={id}
        name={name}
        label={label}
        value={value}
        today={today}
        min={today}
        max={latest}
        onPick={setDate}
        onWrong={setWrong}
        noteOf={noteOfDays(office, t('reason.hours'), (holiday) => inLanguage(language, holiday).name)}
        words={dateWords(t)}
        isRtl={language === 'he'}
        aria-invalid={isWrong || undefined}
      />
      {isWrong && (
        <p className={classes.problem} role="alert">
          {t('field.notDate')}
        </p>
      )}
    </div>
  )
}
