import { type ComboboxItem, Group, type OptionsFilter, Select, type SelectProps, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type SyntheticEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeOption } from '#web/features/orders/booking-rules.ts'
import { wallOf } from '#web/format/half-hours.ts'
import { formatWallTime } from '#web/format/time.ts'
import { foundByTyping, onlyChoose } from '#web/ui/found-by-typing.ts'

type Props = {
  label: string
  date: string
  options: TimeOption[]
  value: string | null
  onChange: (key: string) => void
  disabled?: boolean
}

/** A time on the half hour, to be found by typing it. What is not free says why. */
export function TimeSelect({ label, date, options, value, onChange, disabled = false }: Props) {
  const { t } = useTranslation('booking')
  // A finger picks from the list; the keyboard of a phone would only hide it.
  const isTouch = useMediaQuery('(pointer: coarse)')
  const reasons = useMemo(() => new Map(options.map(({ key, slot }) => [key, slot?.reason])), [options])

  function wordsOf(key: string): string {
    const { time, isNextDay } = wallOf(date, key)
    const words = formatWallTime(time)
    return isNextDay ? t('nextDay', { time: words }) : words
  }

  const times = options.map(({ key }) => ({ value: key, label: wordsOf(key) }))

  /** A time that is typed counts, also when the list had no time to open before somebody went on. */
  function take({ currentTarget: { value: typed } }: SyntheticEvent<HTMLInputElement>) {
    const shown = times.find((time) => time.value === value)?.label ?? ''
    const meant = typed.trim() && typed !== shown && times.find(({ label }) => begins(label, typed))
    if (meant) onChange(meant.value)
  }

  function takeOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    onlyChoose(event)
    if (event.key === 'Enter') take(event)
  }

  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const reason = reasons.get(option.value)
    return (
      <Group justify="space-between" w="100%" wrap="nowrap" gap="xs">
        <span>{option.label}</span>
        {reason && (
          <Text size="xs" c="dimmed">
            {t(`reason.${reason}`)}
          </Text>
        )}
      </Group>
    )
  }

  return (
    <Select
      label={label}
      data={times}
      value={value}
      onChange={(key) => key !== null && onChange(key)}
      placeholder={t('chooseTime')}
      renderOption={renderOption}
      {...foundByTyping}
      filter={typedTimes}
      onBlur={take}
      onKeyDown={takeOnEnter}
      {...(isTouch && { inputMode: 'none' })}
      allowDeselect={false}
      nothingFoundMessage={t('noSuchTime')}
      disabled={disabled}
    />
  )
}

/** 1:00 is not in the middle of 11:00. */
const typedTimes: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ label }) => begins(label, search))

const begins = (label: string, typed: string) => spoken(label).startsWith(spoken(typed))

const spoken = (time: string) =>
  time
    .trim()
    .toLowerCase()
    .replace(/^0(?=\d)/, '')
