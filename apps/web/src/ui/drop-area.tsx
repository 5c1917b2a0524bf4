import { type DragEvent, type ReactNode, useState } from 'react'
import classes from '#web/ui/drop-area.module.css'

/** Takes a file that is dropped anywhere on its children. There has to be a button for it among them, too. */
export function DropArea({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
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
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
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
