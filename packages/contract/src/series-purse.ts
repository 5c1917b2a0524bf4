/** What can pay for a series, as `SeriesPurse` in `series.ts`. */
type Purse = {
  available: number
  unpaid_allowed: number
  months: { month: string; left: number }[] | null
  refusal: string | null
}

/** `month` is like `2027-03`. In the order of the dates. */
type Due = { month: string; due: number }

export type Coverage = {
  total: number
  with_credits: number
  left: number
  /** How many dates stay unpaid, wholly or in part. */
  unpaid: number
  /** The months in which the limit of a company does not cover all. */
  short_months: string[]
  isEnough: boolean
}

/** Credits pay the dates in their order, as if they were booked one after the other. */
export function coverageOf(purse: Purse, dues: Due[]): Coverage {
  const total = dues.reduce((sum, { due }) => sum + due, 0)
  const with_credits = Math.min(total, purse.available)
  const unpaid = countUnpaid(dues, purse.available)
  const short_months = shortMonths(purse, dues)
  const isEnough = purse.refusal === null && short_months.length === 0 && unpaid <= purse.unpaid_allowed
  return { total, with_credits, left: total - with_credits, unpaid, short_months, isEnough }
}

function countUnpaid(dues: Due[], available: number): number {
  let left = available
  return dues.filter(({ due }) => {
    const isPaid = due <= left
    left = Math.max(0, left - due)
    return !isPaid
  }).length
}

const shortMonths = ({ months }: Purse, dues: Due[]): string[] =>
  (months ?? []).flatMap(({ month, left }) => {
    const spent = dues.filter((one) => one.month === month).reduce((sum, { due }) => sum + due, 0)
    return spent > left ? [month] : []
  })
