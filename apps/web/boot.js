// Runs before the first paint: the page must not flash in the wrong language, direction or colours.
;(() => {
  const root = document.documentElement
  const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]

  // The landing page arrives in its language. The app takes the visitor's choice, else the browser's.
  if (!root.hasAttribute('data-prerendered')) {
    const wanted = cookie('language') ?? navigator.languages.find((tag) => /^(en|he|iw)\b/.test(tag)) ?? 'en'
    const hebrew = /^(he|iw)\b/.test(wanted)
    root.lang = hebrew ? 'he' : 'en'
    root.dir = hebrew ? 'rtl' : 'ltr'
  }

  // One manifest for each language: the installed app is called by its name and shortcuts.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${root.lang}.webmanifest`)

  const scheme = cookie('color_scheme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.mantineColorScheme = scheme === 'light' || scheme === 'dark' ? scheme : dark ? 'dark' : 'light'
})()
