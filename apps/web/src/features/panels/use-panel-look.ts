import type { PanelView } from '@keyhour/contract/panels'
import i18next from 'i18next'
import { useLayoutEffect } from 'react'

type Look = PanelView['panel'] | undefined

/** The language and colours of the screen, which are not those of whoever opens its address: nothing is kept. */
export function usePanelLook(look: Look): void {
  const { language, theme } = look ?? {}
  useLayoutEffect(() => {
    if (language && i18next.language !== language) void i18next.changeLanguage(language)
  }, [language])

  useLayoutEffect(() => {
    if (!theme || theme === 'device') return
    const root = document.documentElement
    const own = root.getAttribute('data-mantine-color-scheme')
    const apply = () => {
      if (root.getAttribute('data-mantine-color-scheme') !== theme)
        root.setAttribute('data-mantine-color-scheme', theme)
    }
    apply()
    // The app follows the device, which may turn dark in the evening.
    const watcher = new MutationObserver(apply)
    watcher.observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      watcher.disconnect()
      if (own) root.setAttribute('data-mantine-color-scheme', own)
    }
  }, [theme])
}
