import { TextInput, type TextInputProps, useDirection } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { theirClock } from '#web/clock.ts'
import type { NoteOf } from '#web/ui/dates/date-calendar.tsx'
import { DateDialog } from '#web/ui/dates/date-dialog.tsx'
import { useDateText } from '#web/ui/dates/use-date-text.ts'
import { Icon } from '#web/ui/icon.tsx'

type Own = {
  label?: ReactNode
  /** `2026-03-02`, or empty. */
  value?: string
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
  /** Where the day is another one than here. */
  today?: string
  noteOf?: NoteOf
  isClearable?: boolean
}
type Props = Own & Omit<TextInputProps, keyof Own | 'type' | 'defaultValue'>

/** A date, typed or picked from a calendar in the language of the page. */
export function DateInput(props: Props) {
  const {
    label,
    value = '',
    onChange,
    min,
    max,
    today = theirClock().date,
    noteOf,
    isClearable,
    onBlur,
    error,
    ...input
  } = props
  const { t } = useTranslation('ui')
  const { dir } = useDirection()
  const box = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const field = useDateText({ value, onChange, min, max, today, isClearable })

  function close() {
    setOpen(false)
    box.current?.focus()
  }

  return (
    <>
      <TextInput
        {...input}
        ref={box}
        label={label}
        error={error || (field.isWrong && t('date.wrong'))}
        inputMode="none"
        autoComplete="off"
        value={field.text}
        data-value={value}
        data-min={min}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={(event) => {
          field.leave()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          field.onEnter(event)
          if (event.key === 'ArrowDown') setOpen(true)
        }}
        onClick={() => setOpen(true)}
        rightSection={<Icon name="calendar" size={18} />}
        rightSectionPointerEvents="none"
      />
      {isOpen && (
        <DateDialog
          label={typeof label === 'string' ? label : t('date.open')}
          field={box}
          value={value}
          today={today}
          min={min}
          max={max}
          noteOf={noteOf}
          words={{
            open: t('date.open'),
            before: t('date.before'),
            after: t('date.after'),
            today: t('date.today'),
            clear: t('date.clear'),
            close: t('close'),
          }}
          isRtl={dir === 'rtl'}
          isClearable={isClearable}
          onClose={close}
          onType={field.type}
          onPick={field.take}
        />
      )}
    </>
  )
}
