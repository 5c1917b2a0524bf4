import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { keepCookie, readCookie } from '#web/texts/language.ts'
import { palette } from '#web/ui/palette.ts'

const { brass, leaf, brick, ink, paper } = palette
/** Mantine's greys: paper for the light ones, ink for the dark ones. */
const gray: MantineColorsTuple = [
  paper[1],
  paper[2],
  paper[3],
  paper[4],
  paper[5],
  paper[7],
  ink[5],
  ink[6],
  ink[7],
  ink[8],
]
const dark: MantineColorsTuple = [
  paper[2],
  ink[1],
  ink[2],
  ink[3],
  ink[6],
  ink[7],
  ink[8],
  ink[9],
  ink[9],
  ink[9],
]

export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600', textWrap: 'balance' },
  colors: { brass, free: leaf, danger: brick, gray, dark, red: brick, green: leaf },
  primaryColor: 'brass',
  primaryShade: 4,
  black: ink[9],
  white: paper[0],
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: 'md',
  radius: { xs: '8px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Only the main action of a screen gets the accent.
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: {
      defaultProps: { size: 'lg', variant: 'light', tt: 'none' },
      styles: { label: { fontWeight: 500 } },
    },
    // A `header` inside a dialog would count as a landmark of the page.
    Modal: {
      defaultProps: { attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontWeight: 600 } },
    },
    // Descriptions come below the field.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Pagination: { defaultProps: { color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    // With the default radius, so small a box would resemble a radio button.
    Checkbox: { defaultProps: { radius: 4 } },
    // The list of options scrolls itself, so that it is known to be reachable by keyboard.
    Select: {
      defaultProps: { withScrollArea: false, comboboxProps: { transitionProps: { duration: 120 } } },
      styles: { options: { maxHeight: 'min(400px, 60dvh)', overflowY: 'auto' } },
    },
  },
})

/** Passes the tokens of tokens.css to Mantine, so that there is one palette. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--brass-ink)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-brass-filled': 'var(--brass)',
    '--mantine-color-brass-filled-hover': 'var(--brass-hover)',
    '--mantine-color-brass-light': 'var(--brass-wash)',
    '--mantine-color-brass-light-color': 'var(--brass-ink)',
    '--mantine-color-brass-outline': 'var(--brass-ink)',
    '--mantine-color-danger-filled': 'var(--danger-fill)',
    '--mantine-color-danger-filled-hover': 'var(--danger-fill-hover)',
    '--mantine-color-danger-light': 'var(--danger-wash)',
    '--mantine-color-danger-light-color': 'var(--danger)',
    '--mantine-color-danger-outline': 'var(--danger)',
    '--mantine-color-danger-outline-hover': 'var(--danger-wash)',
    '--mantine-color-free-light': 'var(--free-wash)',
    '--mantine-color-free-light-color': 'var(--free)',
    '--mantine-color-gray-light': 'var(--sunken)',
    '--mantine-color-gray-light-hover': 'var(--sunken)',
    '--mantine-color-gray-light-color': 'var(--ink)',
    '--mantine-color-gray-outline': 'var(--ink-soft)',
  }
  // Mantine's default is the colour of the cards.
  return { variables: {}, light: shared, dark: { ...shared, '--mantine-color-disabled': 'var(--sunken)' } }
}

const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

/** Kept in a cookie, which boot.js and the landing page read. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const kept = readCookie('color_scheme')
    return isScheme(kept) ? kept : fallback
  },
  set: (scheme) => keepCookie('color_scheme', scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => keepCookie('color_scheme', 'auto'),
}
