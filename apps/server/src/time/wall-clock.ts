const clocks = new Map<string, Intl.DateTimeFormat>()

/** Swedish dates look like `2026-03-02 09:30:00`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, made)
  return made
}

/** Fast enough for a million rows. */
export const wallClock = (instant: string, timeZone: string): string =>
  clockOf(timeZone).format(Date.parse(instant))
