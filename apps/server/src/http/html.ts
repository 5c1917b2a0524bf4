import type { Language } from '@keyhour/contract/primitives'

/** The colours of the web app, for pages and mails that it does not render. A test keeps both in step. */
export const PALETTE = {
  light: {
    paper: '#fbf8f2',
    surface: '#fffdf9',
    sunken: '#f4eee2',
    line: '#ebe2d2',
    ink: '#1d232d',
    'ink-soft': '#535d6e',
    brass: '#e0a23a',
    'brass-ink': '#6e4614',
    'on-brass': '#14181f',
  },
  dark: {
    paper: '#14181f',
    surface: '#1d232d',
    sunken: '#2a313d',
    line: '#3b4453',
    ink: '#f4eee2',
    'ink-soft': '#b9c1cd',
    brass: '#e0a23a',
    'brass-ink': '#f3d596',
    'on-brass': '#14181f',
  },
} as const

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'he' ? 'rtl' : 'ltr')

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

type Page = {
  language: Language
  title: string
  /** HTML. */
  body: string
  style: string
  /** Undefined: as the visitor's device prefers. */
  scheme?: 'light' | 'dark' | undefined
}

const colours = (scheme: keyof typeof PALETTE): string =>
  `color-scheme: ${scheme}; ${Object.entries(PALETTE[scheme])
    .map(([name, colour]) => `--${name}: ${colour}`)
    .join('; ')}`

/** Works without scripts. */
export const writePage = ({ language, title, body, style, scheme }: Page): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${scheme ? ` data-mantine-color-scheme="${scheme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Keyhour</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
:root { ${colours('light')} }
@media (prefers-color-scheme: dark) { :root { ${colours('dark')} } }
:root[data-mantine-color-scheme="light"] { ${colours('light')} }
:root[data-mantine-color-scheme="dark"] { ${colours('dark')} }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.65 "Heebo Variable", Heebo, system-ui, sans-serif; overflow-wrap: break-word }
a { color: var(--brass-ink); text-underline-offset: 3px }
a:focus-visible { outline: 2px solid var(--brass-ink); outline-offset: 2px; border-radius: 2px }
${style}
</style>
</head>
<body>
${body}
</body>
</html>`
