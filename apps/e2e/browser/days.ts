const DAY_MS = 86_400_000

export const nowMs = () => performance.timeOrigin + performance.now()

/** A day so far ahead that it does not matter on whose clock. */
export const inDays = (days: number) => new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10)

/** Shortly before and after midnight it is not everywhere the same. */
export const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(nowMs())
