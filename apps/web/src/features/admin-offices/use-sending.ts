import { useRef, useState } from 'react'
import type { Sending } from '#web/features/admin-offices/form-api.ts'

/** How far the pictures are, and a way to stop them. */
export function useSending() {
  const [share, setShare] = useState(0)
  const underWay = useRef<AbortController>(null)

  function start(): Sending {
    setShare(0)
    underWay.current = new AbortController()
    return { onProgress: setShare, signal: underWay.current.signal }
  }

  return { share, start, stop: () => underWay.current?.abort() }
}
