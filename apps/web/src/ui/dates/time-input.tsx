import { Select, type SelectProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWallTime } from '#web/format/time.ts'
import { useTypedTime } from '#web/ui/dates/use-typed-time.ts'
import { foundByTyping } from '#web/ui/found-by-typing.ts'

type Own = {
  /** `13:30`, or empty. */
  value?: string
  onChange: (time: string) => void
  isClearable?: boolean
}
type Props = Own & Omit<SelectProps, keyof Own | 'data' | 'defaultValue'>

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
)

/** A time on the half hour, typed or picked from a list in the language of the page. */
export function TimeInput({ value = '', onChange, isClearable = false, onFocus, onBlur, ...input }: Props) {
  const { t } = useTranslation('ui')
  // On a touch screen people pick from the list: the keyboard would cover it.
  const isTouch = useMediaQuery('(pointer: coarse)')
  // Another client may have stored a time between half hours.
  const offered = value === '' || HALF_HOURS.includes(value) ? HALF_HOURS : [...HALF_HOURS, value].toSorted()
  const times = offered.map((time) => ({ value: time, time, label: formatWallTime(time) }))
  const typing = useTypedTime(times, value || null, onChange, isClearable)
  return (
    <Select
      {...input}
      data={times}
      value={value || null}
      onChange={(time) => time !== null && onChange(time)}
      {...foundByTyping}
      {...typing}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        foundByTyping.onFocus(event)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        typing.onBlur()
        onBlur?.(event)
      }}
      {...(isTouch && { inputMode: 'none' })}
      autoComplete="off"
      data-value={value}
      allowDeselect={false}
      nothingFoundMessage={t('date.noSuchTime')}
    />
  )
}
