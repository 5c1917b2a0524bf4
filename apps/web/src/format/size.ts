import type { Language } from '@keyhour/contract/primitives'

/** `240 kB`, `3.2 MB`. */
export function formatSize(bytes: number, language: Language): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'kB'] : [bytes / 1_000_000, 'MB']
  // Hebrew has the same short names, but Intl leaves out the space after 1.
  return `${amount.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}
