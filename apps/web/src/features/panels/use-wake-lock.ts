import { useEffect } from 'react'

/** Keeps the screen on while the page is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false

    async function take(): Promise<void> {
      if (document.hidden) return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (isOver) await taken.release()
        else lock = taken
      } catch {
        // A tablet that saves its battery refuses. Its own settings keep the screen on.
      }
    }
    const retake = () => void take()
    // The browser lets go of it whenever the page is hidden.
    document.addEventListener('visibilitychange', retake)
    retake()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', retake)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
