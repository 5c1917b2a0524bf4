import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Turn = (address: URLSearchParams) => URLSearchParams
export type How = {
  replace?: boolean
  /** The field that it is typed in: its first letters are a step of their own, further ones are none. */
  typedIn?: string
}

/** What the address asks for. What changes while an earlier change is still on its way builds on it. */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(search)
  // What was asked for comes back one after the other; what is not the last of it yet is overtaken already.
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

/** A view that is kept in the address. */
export function useView<View>({ read, write }: Kept<View>) {
  const [search, setSearch] = useAddress()
  const changeView = (change: Partial<View>, how?: How) => setSearch((address) => write(address, change), how)
  return [read(search), changeView] as const
}
