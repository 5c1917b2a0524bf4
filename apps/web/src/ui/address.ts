import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Turn = (address: URLSearchParams) => URLSearchParams

/** What the address asks for. What changes while an earlier change is still on its way builds on it. */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  function change(turn: Turn, options?: { replace: boolean }) {
    latest.current = turn(latest.current)
    setSearch(latest.current, options)
  }
  return [search, change] as const
}
