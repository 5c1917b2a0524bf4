import { useEffect, useEffectEvent, useRef } from 'react'
import type { Liveness } from '#web/api/live.ts'
import { isAppOutdated } from '#web/api/server-reach.ts'
import { nowMs } from '#web/clock.ts'

const LOOK_MS = 10 * 60_000
const AGAIN_MS = 20_000
const QUIET_MS = 60_000

const reloadPage = () => window.location.reload()

/** Loads the new version of the app after an update, once nobody has touched the screen for a minute. */
export function useNewVersion(isBusy: boolean, liveness: Liveness, reload = reloadPage): void {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const isQuiet = useEffectEvent(() => !isBusy && nowMs() - touchedAt.current > QUIET_MS)
  const start = useEffectEvent(() => reload())

  useEffect(() => {
    const touch = () => {
      touchedAt.current = nowMs()
    }
    window.addEventListener('pointerdown', touch)
    window.addEventListener('keydown', touch)
    return () => {
      window.removeEventListener('pointerdown', touch)
      window.removeEventListener('keydown', touch)
    }
  }, [])

  useEffect(() => {
    // A server that was replaced ends the streams, so this begins anew when they are back.
    if (liveness !== 'live') return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    async function look(): Promise<void> {
      const isOutdated = await isAppOutdated()
      if (isOver) return
      if (isOutdated && isQuiet()) start()
      timer = setTimeout(() => void look(), isOutdated ? AGAIN_MS : LOOK_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [liveness])
}
