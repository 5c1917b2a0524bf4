import type { Language } from '@keyhour/contract/primitives'

/** `240 kB`, `3.2 MB`. */
export function formatSize(bytes: number, language: Language): string {
  const [amount, unit] =
    bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
}
