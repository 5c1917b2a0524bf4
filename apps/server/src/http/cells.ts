import type { Currency } from '@keyhour/contract/primitives'

/** For example `2026-03-02 09:30:00`. */
type ClockCell = { shows: string }
/** In major units with two decimals. A spreadsheet shows the sign of the currency; a CSV file names it in a column. */
type Amount = { amount: number; currency?: Currency | undefined }
export type Cell = string | number | ClockCell | Amount | null
/** `width` is in characters. */
export type ColumnHead = { heading: string; width: number }

/** The first character of a formula, full-width and small forms included. */
export const FORMULA_SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/

export const inMajorUnits = (cents: number, currency?: Currency): Cell => ({ amount: cents / 100, currency })
