import type { TextInputProps } from '@mantine/core'
import { DateInput } from '#web/ui/dates/date-input.tsx'

type Look = Pick<TextInputProps, 'label' | 'error' | 'aria-describedby'>
type Props = Look & { date: string | undefined; onPick: (date: string | undefined) => void }

/** A date of a filter, or none. */
export const DateBox = ({ date = '', onPick, ...input }: Props) => (
  <DateInput
    {...input}
    min="2000-01-01"
    max="2999-12-31"
    value={date}
    onChange={(picked) => onPick(picked || undefined)}
    isClearable
  />
)
