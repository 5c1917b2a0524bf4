import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { meantBy, type WrittenTime } from '#web/format/typed-time.ts'
import { onlyChoose } from '#web/ui/found-by-typing.ts'

type ListedTime = WrittenTime & { value: string }

/** Mantine shows the whole list while the typed text is the chosen time, so the text is kept here. */
export function useTypedTime(
  times: ListedTime[],
  value: string | null,
  onChange: (key: string) => void,
  isClearable = false,
) {
  const shown = times.find((time) => time.value === value)
  const [typed, setTyped] = useState<string | null>(null)
  const [searchValue, setSearch] = useState(shown?.label ?? '')
  const [isOpen, setOpen] = useState(false)
  const meant = typed?.trim() ? meantBy(typed, times, shown) : times

  /** A typed time counts even if the list had no time to open. */
  function take() {
    if (typed === null) return
    setTyped(null)
    const time = typed.trim() ? meant[0] : undefined
    if (time && time !== shown) onChange(time.value)
    else if (isClearable && !typed.trim()) onChange('')
    else setSearch(shown?.label ?? '')
  }

  return {
    searchValue,
    onSearchChange: setSearch,
    onOptionSubmit: () => setTyped(null),
    onInput: (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    filter: () => meant,
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    onBlur: take,
    onKeyDown: (event: KeyboardEvent) => {
      onlyChoose(event)
      if (event.key !== 'Enter') return
      take()
      // Mantine leaves it open if Enter comes before the list has marked a time.
      setOpen(false)
    },
  }
}
