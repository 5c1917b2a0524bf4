import { type KeyboardEvent, useState } from 'react'
import { formatDayOfWeek } from '#web/format/time.ts'
import { documentLanguage } from '#web/texts/language.ts'
import { dateMeantBy } from '#web/ui/dates/typed-date.ts'

export type DateLimits = { min?: string | undefined; max?: string | undefined }

type Wanted = DateLimits & {
  /** `2026-03-02`, or empty. */
  value: string
  onChange: (date: string) => void
  today: string
  isClearable?: boolean | undefined
}

export const isBetween = (date: string, { min = '', max = '~' }: DateLimits): boolean =>
  min <= date && date <= max

/** A date in words that can be typed over. What is no date that can be chosen stays until the field is left, and is wrong. */
export function useDateText({ value, onChange, min, max, today, isClearable = false }: Wanted) {
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean } | null>(null)
  // A value that changes elsewhere replaces what was typed.
  const kept = typed?.over === value ? typed : null
  const shown = value && formatDayOfWeek(value)

  function take(date: string) {
    setTyped(null)
    if (date !== value) onChange(date)
  }

  function meant(text: string): string | null {
    const date = dateMeantBy(text, documentLanguage(), today)
    return date !== null && isBetween(date, { min, max }) ? date : null
  }

  /** A date of all digits counts at once, others when the field is left. */
  function type(text: string) {
    const isWhole = /^\d{4}-\d\d-\d\d$/.test(text)
    const date = isWhole ? meant(text) : null
    if (date !== null) return take(date)
    if (text === '' && isClearable) return take('')
    setTyped({ text, over: value, isLeft: false })
  }

  function leave() {
    if (!kept || kept.isLeft) return
    if (kept.text === '' || kept.text === shown) return setTyped(null)
    const date = meant(kept.text)
    if (date !== null) take(date)
    else setTyped({ ...kept, isLeft: true })
  }

  return {
    text: kept?.text ?? shown,
    isWrong: kept?.isLeft === true,
    type,
    take,
    leave,
    /** Enter takes what is typed instead of submitting the form with the date before. */
    onEnter: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !kept || kept.isLeft) return
      event.preventDefault()
      leave()
    },
  }
}
