import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'

/** Without a marked option, Enter would submit the unfinished form. */
export function onlyChoose(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** A list to type in: typing replaces the choice, and Enter takes the first match. */
export const foundByTyping = {
  searchable: true,
  selectFirstOptionOnChange: true,
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onKeyDown: onlyChoose,
}

type Searched = ComboboxItem & { searched?: string }

/** Options also match by `searched`, which may contain more than the label: a name in another language. */
export const bySearched: OptionsFilter = ({ options, search }) => {
  const sought = search.trim().toLowerCase()
  const fits = ({ label, searched = '' }: Searched) => `${label}\n${searched}`.toLowerCase().includes(sought)
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return fits(option) ? [option] : []
    const items = option.items.filter(fits)
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
