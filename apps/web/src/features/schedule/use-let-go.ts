import { useEffect, useEffectEvent } from 'react'

/** Escape lets go of what is in the hand, wherever the focus is: a pointer drags without it. */
export function useLetGo(letGo: () => void): void {
  const leave = useEffectEvent(letGo)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => void (key === 'Escape' && leave())
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
