/** An iPhone or iPad: apps get onto its home screen only by hand. Newer iPads call themselves a Mac. */
export const isAppleDevice = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
