import { LocalDate } from '@keyhour/contract/primitives'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useTypedText } from '#web/ui/use-typed-text.ts'

type Look = Pick<TextInputProps, 'label' | 'error' | 'aria-describedby'>
type Props = Look & { date: string | undefined; onPick: (date: string | undefined) => void }

/** Reports a complete date once typing pauses: a typed year starts as 0002. */
export function DateBox({ date = '', onPick, ...input }: Props) {
  const { text, setText, tellSoon } = useTypedText(date, (typed) => onPick(typed || undefined))

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
