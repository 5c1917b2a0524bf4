import type { KeyboardEvent, ReactNode } from 'react'
import classes from '#web/ui/inner-form.module.css'

/** A part of a form that is saved on its own. */
export const InnerPart = ({ children }: { children: ReactNode }) => (
  <div className={classes.part}>{children}</div>
)

type InnerFormProps = { label: string; onEnter?: () => void; children: ReactNode }

/** A form inside another one: Enter submits this one only. */
export function InnerForm({ label, onEnter, children }: InnerFormProps) {
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnter?.()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div role="group" aria-label={label} className={classes.form} onKeyDown={sendOnEnter}>
      {children}
    </div>
  )
}
