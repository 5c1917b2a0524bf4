const DAY_MS = 86_400_000

export const nowMs = () => performance.timeOrigin + performance.now()

/** In UTC: use it for days so far ahead that the time zone does not matter. */
export const inDays = (days: number) => new Date(nowMs() + days * DAY_MS).toISOString().slice(0, 10)

export const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(nowMs())
