import { useDirection } from '@mantine/core'
import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react'
import classes from '#web/ui/resize-handle.module.css'

const STEP = 10
const LARGE_STEP = 50

type Props = {
  label: string
  width: number
  least: number
  most: number
  isActive: boolean
  onGrab: (event: MouseEvent | TouchEvent) => void
  onResize: (width: number) => void
  onReset: () => void
}

/** The edge of a column: dragged, moved by the arrow keys, reset by a double click or Enter. */
export function ResizeHandle({ label, width, least, most, isActive, onGrab, onResize, onReset }: Props) {
  const { dir } = useDirection()
  const wider = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const narrower = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'

  function move(event: KeyboardEvent) {
    const step = event.shiftKey ? LARGE_STEP : STEP
    const next = { [wider]: width + step, [narrower]: width - step, Home: least, End: most }[event.key]
    if (event.key === 'Enter') onReset()
    else if (next !== undefined) onResize(Math.min(most, Math.max(least, next)))
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className={classes.handle}
      data-active={isActive || undefined}
      onMouseDown={onGrab}
      onTouchStart={onGrab}
      onDoubleClick={onReset}
      onKeyDown={move}
    />
  )
}
