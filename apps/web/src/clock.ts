/** The only place that asks what time it is. */
export const nowMs = (): number => Date.now()
