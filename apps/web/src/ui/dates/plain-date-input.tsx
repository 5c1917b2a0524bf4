import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import type { DateWords, NoteOf } from '#web/ui/dates/date-calendar.tsx'
import classes from '#web/ui/dates/dates.module.css'
import { type DateLimits, useDateText } from '#web/ui/dates/use-date-text.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** Most visitors pick no other day. */
const DateDialog = lazyPart('DateDialog', () => import('#web/ui/dates/date-dialog.tsx'))

type Own = DateLimits & {
  name: string
  label: string
  value: string
  today: string
  onPick: (date: string) => void
  onWrong?: (isWrong: boolean) => void
  noteOf?: NoteOf
  words: DateWords
  isRtl: boolean
  isClearable?: boolean
}
type Props = Own & Omit<ComponentProps<'input'>, keyof Own | 'type' | 'onChange'>

/** For public pages: no Mantine, no i18next. Until the script has loaded it is an input of the browser. */
export function PlainDateInput(props: Props) {
  const { name, label, value, today, onPick, onWrong, noteOf, words, isRtl, isClearable, ...rest } = props
  const { min, max, ...input } = rest
  const box = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const field = useDateText({ value, onChange: onPick, min, max, today, isClearable })
  const { isWrong } = field
  useEffect(() => onWrong?.(isWrong), [isWrong, onWrong])
  if (!isLive) return <input {...input} type="date" name={name} min={min} max={max} defaultValue={value} />

  function close() {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }

  return (
    <span className={classes.boxed} ref={box}>
      <input type="hidden" name={name} value={value} />
      <input
        {...input}
        type="text"
        inputMode="none"
        autoComplete="off"
        value={field.text}
        data-value={value}
        data-min={min}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={field.leave}
        onKeyDown={(event) => {
          field.onEnter(event)
          if (event.key === 'ArrowDown') setOpen(true)
        }}
        onClick={() => setOpen(true)}
      />
      <button
        type="button"
        className={classes.open}
        aria-label={`${words.open}: ${label}`}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" />
      </button>
      {isOpen && (
        <Suspense>
          <DateDialog
            label={label}
            field={box}
            value={value}
            today={today}
            min={min}
            max={max}
            noteOf={noteOf}
            words={words}
            isRtl={isRtl}
            isClearable={isClearable}
            onClose={close}
            onType={field.type}
            onPick={field.take}
          />
        </Suspense>
      )}
    </span>
  )
}
