import type { Axis } from '#web/features/schedule/rules.ts'

/** The minute of the axis below the pointer. */
export function minuteAt(clientX: number, track: Element, axis: Axis): number {
  const { left, right, width } = track.getBoundingClientRect()
  const isRtl = getComputedStyle(track).direction === 'rtl'
  const share = Math.min(1, Math.max(0, (isRtl ? right - clientX : clientX - left) / width))
  return axis.from + share * (axis.to - axis.from)
}
