const DAY_MS = 86_400_000
const START = performance.timeOrigin

/** Counted from the start of the bench, so that the days do not change at midnight. */
export const dayAhead = (days) => new Date(START + days * DAY_MS).toISOString().slice(0, 10)

export const clockTime = (hour) => `${String(hour).padStart(2, '0')}:00`
