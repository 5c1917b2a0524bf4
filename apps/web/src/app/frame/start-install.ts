import { isAppleDevice } from '#web/ui/apple-device.ts'

/** Only some browsers have it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

/** The buttons that install the app. Where the browser cannot be asked, they say how to do it by hand. */
export function startInstall(): void {
  let ready: InstallPrompt | undefined
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser asks by itself, before anybody wants it.
    event.preventDefault()
    ready = event as InstallPrompt
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-install]') : null
    if (!button) return
    if (!ready) return explain(button)
    void ready.prompt()
    // It can be used once.
    ready = undefined
  })
}

function explain(button: Element): void {
  const way = isAppleDevice() ? 'apple' : 'other'
  const words = button.parentElement?.querySelector<HTMLElement>(`[data-install-by="${way}"]`)
  if (words) words.hidden = false
}
