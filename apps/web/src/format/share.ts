import { leftToRight } from '#web/format/direction.ts'

/** 0.1234 → 12.3% */
export const formatShare = (share: number): string => `${(share * 100).toFixed(1)}%`

/** 0.1234 → 12%, 0.0123 → 1.2%, where there is little room. */
export const formatShortShare = (share: number): string =>
  `${Number((share * 100).toFixed(share < 0.0995 ? 1 : 0))}%`

/** 0.1234 → +12.3%, -0.5 → -50.0% */
export const formatSignedShare = (share: number): string =>
  leftToRight(`${share < 0 ? '' : '+'}${formatShare(share)}`)

/** The difference of two shares in percentage points: 0.031 → +3.1 */
export const formatPoints = (difference: number): string =>
  leftToRight(`${difference < 0 ? '' : '+'}${(difference * 100).toFixed(1)}`)

/** 1234 → 1,234 */
export const formatCount = (count: number): string => count.toLocaleString('en-US')
