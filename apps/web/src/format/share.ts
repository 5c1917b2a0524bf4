import { leftToRight } from '#web/format/direction.ts'

const signed = (amount: number, figures: string): string =>
  leftToRight(amount < 0 ? figures.replace('-', '−') : `+${figures}`)

/** 0.1234 → 12.3% */
export const formatShare = (share: number): string => `${(share * 100).toFixed(1)}%`

/** 0.1234 → 12%, 0.0123 → 1.2%, where there is little room. */
export const formatShortShare = (share: number): string =>
  `${Number((share * 100).toFixed(share < 0.0995 ? 1 : 0))}%`

/** 0.1234 → +12.3%, -0.5 → −50.0% */
export const formatSignedShare = (share: number): string => signed(share, formatShare(share))

/** The difference of two shares in percentage points: 0.031 → +3.1 */
export const formatPoints = (difference: number): string => signed(difference, (difference * 100).toFixed(1))

/** 1234 → 1,234 */
export const formatCount = (count: number): string => count.toLocaleString('en-US')
