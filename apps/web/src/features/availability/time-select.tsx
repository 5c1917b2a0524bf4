import type { Slot } from '@keyhour/contract/availability'
import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/availability/availability.module.css'
import type { TimeOption } from '#web/features/availability/rules.ts'
import { wallOf } from '#web/format/half-hours.ts'
import { formatWallTime } from '#web/format/time.ts'
import type { WrittenTime } from '#web/format/typed-time.ts'
import { useTypedTime } from '#web/ui/dates/use-typed-time.ts'
import { foundByTyping } from '#web/ui/found-by-typing.ts'

type Props = {
  label: string
  date: string
  options: TimeOption[]
  value: string | null
  onChange: (key: string) => void
  /** A typed time is likely to mean one after this. */
  after?: string | null
  disabled?: boolean
  error?: string | undefined
  /** What a stay until then costs. */
  priceOf?: ((key: string) => string | null) | undefined
}

/** A time on the half hour, found by typing it. Times that are not free say why. */
export function TimeSelect(props: Props) {
  const { label, date, options, value, onChange, after = null, disabled = false, error, priceOf } = props
  const { t } = useTranslation('booking')
  // On a touch screen people pick from the list: the keyboard would cover it.
  const isTouch = useMediaQuery('(pointer: coarse)')
  const times = useTimes(date, options, after)
  const typing = useTypedTime(times, value, onChange)
  return (
    <Select
      label={label}
      data={times}
      value={value}
      onChange={(key) => key !== null && onChange(key)}
      placeholder={t('chooseTime')}
      renderOption={({ option }) => (
        <Option time={times.find((time) => time.value === option.value)} price={priceOf?.(option.value)} />
      )}
      {...foundByTyping}
      {...typing}
      {...(isTouch && { inputMode: 'none' })}
      allowDeselect={false}
      nothingFoundMessage={t('noSuchTime')}
      disabled={disabled}
      error={error}
    />
  )
}

type SelectTime = WrittenTime & { value: string; slot: Slot | null }

function useTimes(date: string, options: TimeOption[], after: string | null): SelectTime[] {
  const { t } = useTranslation('booking')
  const momentOf = (key: string) => `${wallOf(date, key).date} ${wallOf(date, key).time}`
  return options.map(({ key, slot }) => {
    const { time, isNextDay } = wallOf(date, key)
    const words = formatWallTime(time)
    return {
      value: key,
      slot,
      time,
      label: isNextDay ? t('nextDay', { time: words }) : words,
      isUnlikely: after !== null && momentOf(key) <= momentOf(after),
    }
  })
}

type OptionProps = { time: SelectTime | undefined; price: string | null | undefined }

function Option({ time, price }: OptionProps) {
  const { t } = useTranslation('booking')
  return (
    <div className={classes.time}>
      <span>{time?.label}</span>
      {time?.slot?.reason ? (
        <span className={classes.reason}>{t(`reason.${time.slot.reason}`)}</span>
      ) : (
        price && <span className={classes.reason}>{price}</span>
      )}
    </div>
  )
}
