import { useDirection } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import {
  endFrom,
  possibleEnds,
  priceUntil,
  type StayErrors,
  startOptions,
} from '#web/features/availability/rules.ts'
import { type StripTime, TimeStrip } from '#web/features/availability/time-strip.tsx'
import type { Day } from '#web/features/availability/use-day.ts'
import { type Half, isFree, wallOf } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatWallTime } from '#web/format/time.ts'

type Props = {
  day: Day
  time: ChosenTime
  onChange: (time: ChosenTime) => void
  keepsStart?: boolean
  hasPrices?: boolean
  errors?: StayErrors
}

/** Start and end on a phone. */
export function TimeStrips(props: Props) {
  const { day, time, onChange, keepsStart = false, errors = {} } = props
  const { t } = useTranslation('booking')
  const isRtl = useDirection().dir === 'rtl'
  const priceOf = usePrices(props)
  const { halves } = day
  const units = day.query.data?.units ?? 1
  if (!halves || day.query.data?.reason) return null
  return (
    <>
      {!keepsStart && (
        <TimeStrip
          label={t('startTime')}
          times={startsIn(halves, time.date, units, t)}
          chosen={time.start}
          onChoose={(start) => onChange({ ...time, start, end: endFrom(start, time, halves) })}
          isRtl={isRtl}
          error={errors.start}
        />
      )}
      {time.start !== null && (
        <TimeStrip
          label={t('endTime')}
          times={possibleEnds(halves, time).map(({ key }) => {
            const words = wordsOf(time.date, key, t)
            const price = priceOf(key) ?? undefined
            const isOffered = priceUntil(NO_PRICE, halves, time.start, key) !== null
            return {
              key,
              words,
              note: price,
              name: [words, price].filter(Boolean).join(', '),
              isOffered,
              isLate: isHalfPast(key),
            }
          })}
          chosen={time.end}
          onChoose={(end) => onChange({ ...time, end })}
          isRtl={isRtl}
          error={errors.end}
        />
      )}
    </>
  )
}

const NO_PRICE = { base_price: 0, tax_percent: 0 }
const isHalfPast = (key: string): boolean => key.slice(3, 5) === '30'

function wordsOf(date: string, key: string, t: TFunction<'booking'>): string {
  const { time, isNextDay } = wallOf(date, key)
  return isNextDay ? t('nextDay', { time: formatWallTime(time) }) : formatWallTime(time)
}

function startsIn(halves: Half[], date: string, units: number, t: TFunction<'booking'>): StripTime[] {
  const starts = startOptions(halves).flatMap(({ key }) => halves.find(({ start }) => start === key) ?? [])
  return starts
    .filter(({ slot }) => slot.reason !== 'past')
    .map((half) => {
      const words = wordsOf(date, half.start, t)
      const left = units > 1 ? t('left', { count: half.slot.free }) : t('free')
      const state = half.slot.reason ? t(`reason.${half.slot.reason}`) : left
      return {
        key: half.start,
        words,
        note: isFree(half) && units === 1 ? undefined : state,
        name: t('half', { time: words, state }),
        isOffered: isFree(half),
        isLate: isHalfPast(half.start),
      }
    })
}

/** What a stay from the chosen start until then costs, in words. */
export function usePrices({ day, time, hasPrices }: Pick<Props, 'day' | 'time' | 'hasPrices'>) {
  const { query, halves } = day
  return (end: string): string | null => {
    if (!hasPrices || !query.data || !halves) return null
    const cents = priceUntil(query.data, halves, time.start, end)
    return cents === null ? null : formatMoney(cents, query.data.currency)
  }
}
