import { type CreditPack, CreditPackForm, PACK_NAME_LENGTH } from '@keyhour/contract/credits'

/** Form inputs hold text. */
export type PackDraft = {
  name: string
  description: string
  credits_amount: string
  /** As typed, in major units. Named like the field that the server reports. */
  price_cents: string
  currency: string
  is_active: boolean
  /** Empty: the credits never expire. */
  duration_days: string
}

export const NEW_PACK: PackDraft = {
  name: '',
  description: '',
  credits_amount: '',
  price_cents: '',
  currency: 'USD',
  is_active: true,
  duration_days: '',
}

export const draftOfPack = (pack: CreditPack): PackDraft => ({
  name: pack.name,
  description: pack.description ?? '',
  credits_amount: String(pack.credits_amount),
  price_cents: (pack.price_cents / 100).toFixed(2),
  currency: pack.currency,
  is_active: pack.is_active,
  duration_days: pack.duration_days === null ? '' : String(pack.duration_days),
})

export const copyOfPack = (pack: CreditPack, suffix: string): PackDraft => ({
  ...draftOfPack(pack),
  name: pack.name.slice(0, PACK_NAME_LENGTH - suffix.length) + suffix,
})

/** `1,490.00` and `45,50` are both meant as they look. NaN if it is not a number. */
function numberIn(text: string): number {
  const plain = text
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}

/** Not a whole number if there are more than 2 decimals. */
function centsIn(text: string): number {
  const cents = numberIn(text) * 100
  const whole = Math.round(cents)
  return Math.abs(cents - whole) < 1e-6 ? whole : cents
}

export const packForm = (draft: PackDraft): CreditPackForm => ({
  name: draft.name,
  description: draft.description,
  credits_amount: numberIn(draft.credits_amount),
  price_cents: centsIn(draft.price_cents),
  currency: draft.currency as CreditPackForm['currency'],
  is_active: draft.is_active,
  duration_days: draft.duration_days.trim() === '' ? null : numberIn(draft.duration_days),
})

/** One message per field. */
export function mistakesInPack(draft: PackDraft): Partial<Record<keyof PackDraft, string>> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of CreditPackForm.safeParse(packForm(draft)).error?.issues ?? [])
    mistakes[String(path[0])] ??= message
  return mistakes
}

/** Replaces the pack, or adds it at the end. */
export const withPack = (packs: readonly CreditPack[], saved: CreditPack): CreditPack[] =>
  packs.some(({ id }) => id === saved.id)
    ? packs.map((pack) => (pack.id === saved.id ? saved : pack))
    : [...packs, saved]
