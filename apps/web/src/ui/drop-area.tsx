import { type DragEvent, type ReactNode, useState } from 'react'
import classes from '#web/ui/drop-area.module.css'

/** Accepts dropped files. The children need a button too. */
export function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false)

  function enter(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  function leave({ currentTarget, relatedTarget }: DragEvent) {
    setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a way for the mouse beside the button for everybody
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={enter}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
