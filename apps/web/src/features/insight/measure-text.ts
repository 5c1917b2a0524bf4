import type { Currency } from '@keyhour/contract/primitives'
import { type Change, isMoney, type Measure } from '#web/features/insight/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatPoints, formatShare, formatShortShare, formatSignedShare } from '#web/format/share.ts'

export const NOTHING = '–'

export function measureText(measure: Measure, value: number | null, currency: Currency): string {
  if (value === null) return NOTHING
  return isMoney(measure) ? formatMoney(value, currency) : formatShare(value)
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** 1.2K or 12%; the currency is shown elsewhere. */
export function shortText(measure: Measure, value: number | null): string {
  if (value === null) return NOTHING
  return isMoney(measure) ? compact.format(Math.round(value / 100)) : formatShortShare(value)
}

/** +₪12.00, or percentage points between two shares. */
export const differenceText = (measure: Measure, { difference }: Change, currency: Currency): string =>
  isMoney(measure)
    ? `${difference < 0 ? '' : '+'}${formatMoney(difference, currency)}`
    : formatPoints(difference)

export const percentText = ({ percent }: Change): string | null =>
  percent === null ? null : formatSignedShare(percent)
