import { keepCookie } from '#web/texts/language.ts'

/** The navbar and the footer are finished HTML; this makes their switches work, on whatever page they stand. */
export function startSwitches(): void {
  keepLanguageOfAddress()
  showPicturesIn(document.documentElement.dataset.mantineColorScheme)
  document.addEventListener('click', (event) => {
    const clicked = event.target instanceof Element ? event.target : undefined
    if (clicked?.closest('[data-switch="scheme"]')) return switchScheme()
    const language = clicked?.closest<HTMLElement>('[data-language]')?.dataset.language
    if (!language) return
    event.preventDefault()
    switchLanguage(language)
  })
}

/** Who came by an address in one language goes on reading in it. */
function keepLanguageOfAddress(): void {
  const asked = new URLSearchParams(location.search).get('language')
  if (asked === document.documentElement.lang) keepCookie('language', asked)
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
  keepCookie('color_scheme', scheme)
  showPicturesIn(scheme)
}

/** A picture for the dark asks the device; here it hears what the person has chosen. */
function showPicturesIn(scheme: string | undefined): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-scheme="dark"]')) {
    const media = scheme === 'dark' ? 'all' : 'not all'
    if (source.media !== media) source.media = media
  }
}
