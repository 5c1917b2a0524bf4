/** A typed time: 14:00, 14, 1400, 2pm, 2 PM, 2:30p. Minutes may be incomplete. */
type TypedTime = { hour: number; minutes: string; half: 'am' | 'pm' | null }

/** 930 is 9:30, and 140 the beginning of 1400. */
const WAYS = [/^(\d{1,2})(?:[:.](\d{0,2}))?$/, /^(\d{1,2})(\d{2})$/, /^(\d{2})(\d)$/]
const HALF = /([ap])\.?(?:m\.?)?$/

function readTyped(text: string): TypedTime[] {
  const said = text.toLowerCase().replaceAll(/[\s\u2066-\u2069\u200e\u200f]/g, '')
  const letter = HALF.exec(said)?.[1]
  return WAYS.flatMap((way) => {
    const [, hours, minutes = ''] = way.exec(said.replace(HALF, '')) ?? []
    const hour = Number(hours)
    const isHour = letter ? hour >= 1 && hour <= 12 : hour <= 24
    return isHour ? [{ hour, minutes, half: letter ? (letter === 'a' ? 'am' : 'pm') : null }] : []
  })
}

/** Every hour the typed time could mean, the likeliest first. */
function hoursOf({ hour, half }: TypedTime): number[] {
  if (half) return [(hour % 12) + (half === 'pm' ? 12 : 0)]
  if (hour === 0 || hour === 24) return [0]
  return hour > 12 ? [hour] : [hour, (hour + 12) % 24]
}

/** `13:30`, its label, and whether people are unlikely to mean it. */
export type WrittenTime = { time: string; label: string; isUnlikely?: boolean }

/**
 * The times that the typed text may mean, the likeliest first; `current` comes first if it is typed again. Beginnings
 * of the labels match too.
 */
export function meantBy<T extends WrittenTime>(typed: string, times: T[], current: T | undefined): T[] {
  const readings = readTyped(typed)
  if (readings.length === 0)
    return times.filter(({ label }) => label.toLowerCase().startsWith(typed.trim().toLowerCase()))
  const meant = readings.flatMap((reading) =>
    hoursOf(reading).flatMap((hour) =>
      times.filter(
        ({ time }) => Number(time.slice(0, 2)) === hour && time.slice(3).startsWith(reading.minutes),
      ),
    ),
  )
  const likeliest = [
    ...meant.filter(({ isUnlikely }) => !isUnlikely),
    ...meant.filter(({ isUnlikely }) => isUnlikely),
  ]
  const isWhole = readings.some(({ minutes }) => minutes.length === 2)
  return isWhole && current && meant.includes(current)
    ? [current, ...likeliest.filter((time) => time !== current)]
    : likeliest
}
