import { LocalDate } from '@keyhour/contract/primitives'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

type Look = Pick<TextInputProps, 'label' | 'error' | 'aria-describedby'>
type Props = Look & { date: string | undefined; onPick: (date: string | undefined) => void }

/** Reports a complete date once typing pauses: a typed year starts as 0002. */
export function DateBox({ date = '', onPick, ...input }: Props) {
  const [text, setText] = useState(date)
  const told = useRef(date)
  const tellSoon = useDebouncedCallback((next: string) => {
    told.current = next
    onPick(next === '' ? undefined : next)
  }, PAUSE_MS)

  // The address may also change by other means, such as the back button.
  useEffect(() => {
    if (date === told.current) return
    told.current = date
    setText(date)
  }, [date])

  function type(next: string) {
    setText(next)
    if (next === '' || LocalDate.safeParse(next).success) tellSoon(next)
  }

  return (
    <TextInput
      {...input}
      type="date"
      min="2000-01-01"
      max="2999-12-31"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
