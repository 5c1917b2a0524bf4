import { type ComboboxItem, Group, type OptionsFilter, Select, type SelectProps, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type SyntheticEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeOption } from '#web/features/orders/booking-rules.ts'
import { wallOf } from '#web/format/half-hours.ts'
import { formatWallTime } from '#web/format/time.ts'

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

  /** The words that stand there in place of the chosen time. */
  function changed(words: string) {
    const shown = times.find((time) => time.value === value)?.label ?? ''
    return words !== shown && words.trim()
  }

  /** A time that is typed counts, also when the list had no time to open before somebody went on. */
  function take({ currentTarget: { value: words } }: SyntheticEvent<HTMLInputElement>) {
    const typed = changed(words)
    const meant = typed && times.find(({ label }) => begins(label, typed))
    if (meant) onChange(meant.value)
  }

  /** Enter ends the typing of a time. Left to the form it would book the time before, where the list is slow. */
  function confirm(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || !changed(event.currentTarget.value)) return
    event.preventDefault()
    take(event)
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
      searchable
      filter={typedTimes}
      onBlur={take}
      onKeyDown={confirm}
      // What is typed takes the place of what was chosen.
      onFocus={(event) => event.currentTarget.select()}
      {...(isTouch && { inputMode: 'none' })}
      selectFirstOptionOnChange
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
