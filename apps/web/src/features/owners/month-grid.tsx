import type { OwnerOffice, SpaceUse } from '@keyhour/contract/owners'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { spaceDaysQuery } from '#web/features/owners/api.ts'
import classes from '#web/features/owners/calendar.module.css'
import { usesByDay, weeksOf } from '#web/features/owners/calendar-rules.ts'
import { bookedShare, isClosed } from '#web/features/owners/rules.ts'
import { formatShortShare } from '#web/format/share.ts'
import { formatDate, formatWeekday } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = {
  office: OwnerOffice
  space: string
  month: string
  today: string
  onDay: (date: string) => void
}

/** How much of each day is booked. */
export function MonthGrid({ office, space, month, today, onDay }: Props) {
  const { t } = useTranslation('owners')
  const weeks = weeksOf(month)
  const days = useQuery(spaceDaysQuery(office.id, { from: weeks[0]![0]!, to: weeks.at(-1)![6]! }))
  return (
    <QueryView shape="calendar" query={days} loading={t('calendar.loading')}>
      {(list) => {
        const uses = usesByDay(list, space)
        return (
          <>
            <div className={classes.month} aria-hidden>
              {weeks[0]!.map((day) => (
                <span key={day} className={classes.weekday}>
                  {formatWeekday(day)}
                </span>
              ))}
            </div>
            <ul className={classes.month}>
              {weeks.flat().map((day) => (
                <li key={day}>
                  <DayButton
                    date={day}
                    use={uses.get(day)}
                    isOther={!day.startsWith(month)}
                    isToday={day === today}
                    onClick={() => onDay(day)}
                  />
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </QueryView>
  )
}

type DayProps = {
  date: string
  /** Unknown while another month is loading. */
  use: SpaceUse | undefined
  isOther: boolean
  isToday: boolean
  onClick: () => void
}

function DayButton({ date, use, isOther, isToday, onClick }: DayProps) {
  const { t } = useTranslation('owners')
  const share = use ? bookedShare(use) : 0
  const closed = use !== undefined && isClosed(use)
  const known = use && t('today.space', { share: formatShortShare(share), count: use.orders })
  const words = closed ? t('calendar.closed') : (known ?? t('calendar.loading'))
  return (
    <button
      type="button"
      className={classes.monthDay}
      data-other={isOther || undefined}
      data-today={isToday || undefined}
      aria-label={t('calendar.dayWords', { date: formatDate(date), words })}
      onClick={onClick}
    >
      <b>{Number(date.slice(8))}</b>
      {use && (
        <>
          <span className={classes.share}>{closed ? t('calendar.closed') : formatShortShare(share)}</span>
          <Progress value={share * 100} color="gray" size="sm" aria-hidden />
          {use.orders > 0 && (
            <small className={classes.orders}>{t('calendar.orders', { count: use.orders })}</small>
          )}
          {use.closed_ms > 0 && !closed && (
            <small className={classes.orders}>{t('calendar.partlyClosed')}</small>
          )}
        </>
      )}
    </button>
  )
}
