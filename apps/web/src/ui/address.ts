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
  useEffect(() => {
    latest.current = search
  }, [search])
  const typing = useRef<string>(undefined)
  function change(turn: Turn, { replace = false, typedIn }: How = {}) {
    const before = String(latest.current)
    latest.current = turn(latest.current)
    const isStep =
      before !== String(latest.current) && (!typedIn || typing.current !== `${typedIn} ${before}`)
    typing.current = typedIn && `${typedIn} ${latest.current}`
    setSearch(latest.current, { replace: replace || !isStep })
  }
  return [search, change] as const
}
