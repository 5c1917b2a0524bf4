import type { Language } from '@keyhour/contract/primitives'

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const WRITTEN = /^(\d{1,2})\s*([./-])\s*(\d{1,2})(?:\s*[./-]\s*(\d{4}|\d{2}))?\.?$/

/**
 * The date that a typed text means, as `2026-03-02`; null if none. With slashes, English puts the month first. Without a
 * year, the next such day from `today` on.
 */
export function dateMeantBy(text: string, language: Language, today: string): string | null {
  const typed = text.trim()
  const iso = ISO.exec(typed)
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const written = WRITTEN.exec(typed)
  if (!written) return null
  const [first, second] = [Number(written[1]), Number(written[3])]
  const isMonthFirst = language === 'en' && written[2] === '/'
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  if (written[4]) return existing(Number(written[4].padStart(4, '20')), month, day)
  const year = Number(today.slice(0, 4))
  const thisYear = existing(year, month, day)
  return thisYear !== null && thisYear >= today ? thisYear : existing(year + 1, month, day)
}

/** Null for a day such as 30 February. */
function existing(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}
