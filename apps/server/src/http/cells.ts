/** What stands on a wall clock, `2026-03-02 09:30:00`. */
type WallClock = { shows: string }
/** Amounts are numbers in major units with two decimals. */
type Amount = { amount: number }
export type Cell = string | number | WallClock | Amount | null
/** Heading, and what an unusually wide column needs in characters. */
export type ColumnHead = { heading: string; width: number }

/** What a formula begins with, full-width and small forms included. */
export const FORMULA_SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/
