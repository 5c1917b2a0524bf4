import { daysAfter } from '@keyhour/contract/office-clock'
import { useDirection } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/availability/availability.module.css'
import { HalfHourPicker } from '#web/features/availability/half-hour-picker.tsx'
import { type Half, type HalfRange, isFree, NEXT_DAY } from '#web/format/half-hours.ts'
import { formatDate, formatWallRange, formatWallTime } from '#web/format/time.ts'

type Props = {
  halves: Half[]
  /** More than one in an open space. */
  units: number
  date: string
  chosen: HalfRange | null
  onChoose: (range: HalfRange | null) => void
}

/** The half hours of a day, each with its state in words. */
export function HalfHours({ halves, units, date, chosen, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const firstAhead = halves.findIndex(({ slot }) => slot.reason !== 'past')

  function stateOf({ slot: { free, reason } }: Half): string {
    if (reason) return t(`reason.${reason}`)
    return units > 1 ? t('left', { count: free }) : t('free')
  }

  /** Around the clock, half past midnight is there twice. */
  function timeOf({ start, slot }: Half): string {
    const time = formatWallRange(slot.start, slot.end)
    return start.endsWith(NEXT_DAY) ? t('nextDay', { time }) : time
  }

  return (
    <>
      {firstAhead > 0 && (
        <p className={classes.passed}>
          {t('passed', { time: formatWallTime(halves[firstAhead]!.slot.start) })}
        </p>
      )}
      <HalfHourPicker
        halves={halves}
        chosen={chosen}
        onChoose={onChoose}
        label={t('halves', { date: formatDate(date) })}
        nextDay={formatDate(daysAfter(date, 1))}
        isRtl={dir === 'rtl'}
        nameOf={(half) => t('half', { time: timeOf(half), state: stateOf(half) })}
      >
        {(half, isChosen) => (
          <>
            <b>{formatWallTime(half.slot.start)}</b>
            <small>{isChosen && isFree(half) ? t('chosen') : stateOf(half)}</small>
          </>
        )}
      </HalfHourPicker>
    </>
  )
}
