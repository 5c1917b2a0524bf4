import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'

/** Where nothing is marked yet, the browser would send the form around the list, unfinished. */
export function onlyChoose(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** A list to type in: what is typed takes the place of what was chosen, and Enter takes the first that fits. */
export const foundByTyping = {
  searchable: true,
  selectFirstOptionOnChange: true,
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  onKeyDown: onlyChoose,
}

type Searched = ComboboxItem & { searched?: string }

/** Options are found by `searched` too, which may say more than their label: a name in another language. */
export const bySearched: OptionsFilter = ({ options, search }) => {
  const sought = search.trim().toLowerCase()
  const fits = ({ label, searched = '' }: Searched) => `${label}\n${searched}`.toLowerCase().includes(sought)
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return fits(option) ? [option] : []
    const items = option.items.filter(fits)
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
