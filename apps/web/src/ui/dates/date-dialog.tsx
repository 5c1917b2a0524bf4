import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { DateCalendar } from '#web/ui/dates/date-calendar.tsx'
import classes from '#web/ui/dates/dates.module.css'
import { isBetween } from '#web/ui/dates/use-date-text.ts'

type Props = ComponentProps<typeof DateCalendar> & {
  label: string
  /** Where it opens on a wide screen; on a phone it comes from below. */
  field: RefObject<HTMLElement | null>
  onClose: () => void
  /** What is typed over the calendar goes into the field. */
  onType: (text: string) => void
  isClearable?: boolean | undefined
}

/** Mounted while it is open. In the top layer, so that it also shows above other dialogs. */
export function DateDialog({ label, field, onClose, onType, isClearable, ...calendar }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { today, words, noteOf, value } = calendar
  const hasToday = isBetween(today, calendar) && !noteOf?.(today)?.isClosed

  useEffect(() => {
    const shown = dialog.current
    if (!shown || shown.open) return
    shown.showModal()
    placeBy(field.current, shown)
    shown.querySelector<HTMLElement>('[data-date][tabindex="0"]')?.focus()
  }, [field])

  /** Before the field takes the focus, which it cannot while the dialog is open. */
  function close() {
    dialog.current?.close()
    onClose()
  }

  function pick(date: string) {
    calendar.onPick(date)
    close()
  }

  /** The dialog itself is touched only beside what it contains. */
  const closeBeside = (event: MouseEvent) => event.target === dialog.current && close()

  function onKey(event: KeyboardEvent) {
    const typed = typedBy(event)
    if (typed === null && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (typed !== null) onType(typed)
    close()
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={label}
      onClick={closeBeside}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className={classes.inner}>
        <DateCalendar {...calendar} onPick={pick} />
        <div className={classes.foot}>
          {hasToday && <Action onClick={() => pick(today)}>{words.today}</Action>}
          {isClearable && value !== '' && <Action onClick={() => pick('')}>{words.clear}</Action>}
          <Action onClick={close}>{words.close}</Action>
        </div>
      </div>
    </dialog>
  )
}

const Action = (props: ComponentProps<'button'>) => (
  <button type="button" className={classes.action} data-mantine-stop-propagation="true" {...props} />
)

/** The text that a key begins in the field: a digit, or nothing if it erases. Null for other keys. */
function typedBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace' || key === 'Delete') return ''
  return /^\d$/.test(key) ? key : null
}

const GAP = 4

/** Below the field, or above it where there is no room. Style sheets place it on a phone. */
function placeBy(field: HTMLElement | null, dialog: HTMLElement): void {
  if (!field) return
  const at = field.getBoundingClientRect()
  const { width, height } = dialog.getBoundingClientRect()
  const isRtl = getComputedStyle(field).direction === 'rtl'
  const left = Math.max(GAP, Math.min(isRtl ? at.right - width : at.left, window.innerWidth - width - GAP))
  const below = at.bottom + GAP
  const above = at.top - GAP - height
  const top = below + height <= window.innerHeight || above < 0 ? below : above
  dialog.style.setProperty('--left', `${left}px`)
  dialog.style.setProperty('--top', `${Math.max(GAP, Math.min(top, window.innerHeight - height - GAP))}px`)
}
