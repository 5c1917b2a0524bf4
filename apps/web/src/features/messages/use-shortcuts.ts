import { useEffect, useEffectEvent } from 'react'
import { type Shortcut, shortcutOf } from '#web/features/messages/rules.ts'

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"]'

export function useShortcuts(isActive: boolean, onShortcut: (shortcut: Shortcut) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
    const shortcut = shortcutOf(event)
    if (!shortcut || isTyping || event.repeat || event.defaultPrevented) return
    event.preventDefault()
    onShortcut(shortcut)
  })
  useEffect(() => {
    if (!isActive) return
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [isActive])
}
