import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/** The text of a field that reports its value once typing pauses. */
export function useTypedText(value: string, onTyped: (value: string) => void) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = (next: string) => {
    told.current = next
    onTyped(next)
  }

  // The address may also change by other means, such as the back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])

  return { text, setText, tell, tellSoon: useDebouncedCallback(tell, PAUSE_MS) }
}
