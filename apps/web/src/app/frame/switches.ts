import { startInstall } from '#web/app/frame/start-install.ts'
import { nowMs } from '#web/clock.ts'
import { keepCookie } from '#web/texts/language.ts'
import { keptScheme } from '#web/ui/color-scheme.ts'

/** Adds behaviour to the navbar and the footer, which are static HTML. */
export function startSwitches(): void {
  keepLanguageOfAddress()
  showWayToDashboard()
  startInstall()
  showPicturesIn(document.documentElement.dataset.mantineColorScheme)
  document.addEventListener('click', (event) => {
    const clicked = event.target instanceof Element ? event.target : undefined
    // A link within this page would leave the menu covering its target.
    clicked?.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover?.()
    if (clicked?.closest('[data-switch="scheme"]')) return switchScheme()
    const language = clicked?.closest<HTMLElement>('[data-language]')?.dataset.language
    if (!language) return
    event.preventDefault()
    switchLanguage(language)
  })
}

/** Visitors who opened an address in one language continue in it. */
function keepLanguageOfAddress(): void {
  const asked = new URLSearchParams(location.search).get('language')
  if (asked === document.documentElement.lang) keepCookie('language', asked)
}

/** The static page offers everybody to sign in or up; signed-in members get the dashboard instead. */
function showWayToDashboard(): void {
  if (!isSignedIn()) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-signed-in]')) {
    link.href = '/dashboard'
    link.textContent = link.dataset.signedIn ?? ''
  }
  for (const link of document.querySelectorAll('[data-signed-out]')) link.remove()
}

/** Whether the app stored an unexpired token. The server validates it when it is used. */
function isSignedIn(): boolean {
  try {
    const claims = localStorage.getItem('token')?.split('.')[1] ?? ''
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).exp > nowMs() / 1000
  } catch {
    return false
  }
}

function switchLanguage(language: string): void {
  keepCookie('language', language)
  const address = new URL(location.href)
  address.searchParams.delete('language')
  address.hash = ''
  if (address.href === location.href) location.reload()
  else location.replace(address)
}

function switchScheme(): void {
  const { dataset } = document.documentElement
  const scheme = dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  dataset.mantineColorScheme = scheme
  keepCookie('color_scheme', keptScheme(scheme))
  showPicturesIn(scheme)
}

/** Pictures follow the device's scheme; this applies the person's choice. */
function showPicturesIn(scheme: string | undefined): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-scheme="dark"]')) {
    const media = scheme === 'dark' ? 'all' : 'not all'
    if (source.media !== media) source.media = media
  }
}
