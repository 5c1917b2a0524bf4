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
