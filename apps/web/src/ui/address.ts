import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Turn = (address: URLSearchParams) => URLSearchParams
export type How = {
  replace?: boolean
  /** The field being typed in: only its first letter makes a history entry. */
  typedIn?: string
}

/** The query of the address. A change made while an earlier one is still pending builds on it. */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(search)
  // Navigations arrive one after the other; all but the last are already outdated.
  const onItsWay = useRef<string[]>([])
  useEffect(() => {
    const arrived = onItsWay.current.indexOf(String(search))
    onItsWay.current = arrived < 0 ? [] : onItsWay.current.slice(arrived + 1)
    if (onItsWay.current.length === 0) latest.current = search
  }, [search])
  const typing = useRef<string>(undefined)
  function change(turn: Turn, { replace = false, typedIn }: How = {}) {
    const before = String(latest.current)
    latest.current = turn(latest.current)
    const isStep =
      before !== String(latest.current) && (!typedIn || typing.current !== `${typedIn} ${before}`)
    typing.current = typedIn && `${typedIn} ${latest.current}`
    if (before !== String(latest.current)) onItsWay.current.push(String(latest.current))
    setSearch(latest.current, { replace: replace || !isStep })
  }
  return [search, change] as const
}

type Kept<View> = {
  read: (address: URLSearchParams) => View
  write: (address: URLSearchParams, change: Partial<View>) => URLSearchParams
}

export function useView<View>({ read, write }: Kept<View>) {
  const [search, setSearch] = useAddress()
  const changeView = (change: Partial<View>, how?: How) => setSearch((address) => write(address, change), how)
  return [read(search), changeView] as const
}
