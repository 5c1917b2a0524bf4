import { keepCookie } from '#web/texts/language.ts'

/** The landing page is finished HTML; this only makes its two switches work. */
const root = document.documentElement

document.querySelector('[data-switch="language"]')?.addEventListener('click', () => {
  keepCookie('language', root.lang === 'he' ? 'en' : 'he')
  window.location.reload()
})

document.querySelector('[data-switch="scheme"]')?.addEventListener('click', () => {
  const scheme = root.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  root.dataset.mantineColorScheme = scheme
  keepCookie('color_scheme', scheme)
})
