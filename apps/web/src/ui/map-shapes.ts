/** Latitude, then longitude. */
export type Point = [lat: number, lon: number]

/** Reads `31.6 25, 31.35 27.2`. */
export const coast = (points: string): Point[] =>
  points
    .trim()
    .split(/\s*,\s*/)
    .map((point) => point.split(' ').map(Number) as Point)

/** The eastern Mediterranean, drawn by hand and closed in the open sea. */
export const SEA = [
  // Egypt
  ...coast(`
    31.6 25, 31.35 27.2, 30.85 28.9, 31.2 29.85, 31.45 30.4, 31.6 31.1, 31.45 31.85, 31.25 32.3, 31.1 32.75,
    31.12 33.4, 31.15 33.8
  `),
  // From Gaza to Rosh HaNikra
  ...coast(`
    31.32 34.22, 31.52 34.43, 31.67 34.55, 31.82 34.64, 31.95 34.7, 32.05 34.75, 32.17 34.79, 32.33 34.85,
    32.5 34.89, 32.65 34.92, 32.78 34.95, 32.835 34.96, 32.83 35, 32.79 35.04, 32.86 35.08, 32.92 35.07,
    33.09 35.1
  `),
  // Lebanon, Syria
  ...coast(`
    33.27 35.2, 33.56 35.37, 33.9 35.48, 34 35.64, 34.45 35.82, 34.9 35.87, 35.52 35.77, 36 35.93
  `),
  // Turkey
  ...coast(`
    36.6 36.17, 36.9 35.95, 36.55 35.35, 36.75 34.6, 36.3 33.95, 36.1 33, 36.03 32.5, 36.55 31.95,
    36.85 30.75, 36.3 30.45, 36.2 29.6, 36.7 28.9, 36.7 27.4, 36.8 25
  `),
]

export const CYPRUS = coast(`
  35.69 34.58, 35.33 33.95, 35 34.05, 34.7 33, 34.57 32.95, 34.75 32.42, 35.06 32.28, 35.17 32.75,
  35.36 32.93, 35.38 33.6
`)

export const LAKES = [
  // Sea of Galilee
  coast(`
    32.89 35.57, 32.9 35.6, 32.86 35.64, 32.78 35.65, 32.71 35.6, 32.72 35.57, 32.79 35.54, 32.84 35.52
  `),
  // Dead Sea
  coast(`
    31.75 35.49, 31.77 35.53, 31.75 35.57, 31.6 35.57, 31.45 35.57, 31.31 35.53, 31.25 35.45, 31.07 35.46,
    31.08 35.38, 31.3 35.39, 31.47 35.4, 31.6 35.42
  `),
  // Gulf of Eilat
  coast(`
    29.55 34.96, 29.54 35, 29.2 34.93, 28.6 34.78, 28.05 34.58, 28 34.45, 28.6 34.53, 29.1 34.71, 29.45 34.88
  `),
]

export const JORDAN = coast('33.24 35.63, 33.05 35.61, 32.89 35.6')

export const JORDAN_SOUTH = coast('32.71 35.57, 32.5 35.56, 32.25 35.57, 32 35.53, 31.76 35.54')

/** Cuts off each corner at a quarter of the way to the next, twice. */
export function rounded(line: Point[], isClosed: boolean, times = 2): Point[] {
  if (times === 0) return line
  const ends = isClosed ? [...line, ...line.slice(0, 1)] : line
  const cut = ends.slice(1).flatMap((to, at) => {
    const from = ends[at] as Point
    return [between(from, to, 0.25), between(from, to, 0.75)]
  })
  return rounded(isClosed ? cut : [...line.slice(0, 1), ...cut, ...line.slice(-1)], isClosed, times - 1)
}

const between = ([lat, lon]: Point, [nextLat, nextLon]: Point, part: number): Point => [
  lat + (nextLat - lat) * part,
  lon + (nextLon - lon) * part,
]

const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** Degrees between the grid lines, so that a few of them are in view. */
export const gridStep = (degreesInView: number): number =>
  STEPS.findLast((step) => degreesInView / step <= 6) ?? STEPS[0] ?? 10

/** The multiples of `step` between two degrees. */
export function gridLines(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toFixed(4)))
}
