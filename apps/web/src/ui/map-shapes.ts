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

/** The zoom level from which each is named. */
export const CITIES = {
  telAviv: { at: [32.08, 34.78], zoom: 3 },
  jerusalem: { at: [31.78, 35.22], zoom: 6 },
  haifa: { at: [32.81, 34.99], zoom: 6 },
  beerSheva: { at: [31.25, 34.79], zoom: 6 },
  eilat: { at: [29.56, 34.95], zoom: 6 },
  netanya: { at: [32.33, 34.86], zoom: 9 },
  herzliya: { at: [32.165, 34.845], zoom: 10 },
  ramatGan: { at: [32.07, 34.825], zoom: 11 },
  petahTikva: { at: [32.09, 34.885], zoom: 10 },
  rishon: { at: [31.97, 34.79], zoom: 9 },
  rehovot: { at: [31.895, 34.81], zoom: 10 },
  ashdod: { at: [31.8, 34.65], zoom: 8 },
  ashkelon: { at: [31.67, 34.57], zoom: 9 },
  modiin: { at: [31.9, 35.01], zoom: 9 },
  hadera: { at: [32.44, 34.92], zoom: 9 },
  nazareth: { at: [32.7, 35.3], zoom: 8 },
  tiberias: { at: [32.79, 35.53], zoom: 8 },
  acre: { at: [32.93, 35.08], zoom: 9 },
  london: { at: [51.51, -0.13], zoom: 3 },
  paris: { at: [48.86, 2.35], zoom: 3 },
  berlin: { at: [52.52, 13.4], zoom: 3 },
  rome: { at: [41.9, 12.5], zoom: 4 },
  athens: { at: [37.98, 23.73], zoom: 4 },
  istanbul: { at: [41.01, 28.98], zoom: 4 },
  cairo: { at: [30.04, 31.24], zoom: 4 },
  madrid: { at: [40.42, -3.7], zoom: 4 },
  barcelona: { at: [41.39, 2.17], zoom: 5 },
  lisbon: { at: [38.72, -9.14], zoom: 4 },
  dublin: { at: [53.35, -6.26], zoom: 4 },
  manchester: { at: [53.48, -2.24], zoom: 6 },
  edinburgh: { at: [55.95, -3.19], zoom: 5 },
  birmingham: { at: [52.48, -1.9], zoom: 7 },
  amsterdam: { at: [52.37, 4.9], zoom: 5 },
  brussels: { at: [50.85, 4.35], zoom: 5 },
  hamburg: { at: [53.55, 9.99], zoom: 5 },
  munich: { at: [48.14, 11.58], zoom: 5 },
  frankfurt: { at: [50.11, 8.68], zoom: 6 },
  cologne: { at: [50.94, 6.96], zoom: 7 },
  leipzig: { at: [51.34, 12.37], zoom: 7 },
  dresden: { at: [51.05, 13.74], zoom: 7 },
  potsdam: { at: [52.4, 13.06], zoom: 9 },
  zurich: { at: [47.38, 8.54], zoom: 5 },
  milan: { at: [45.46, 9.19], zoom: 5 },
  vienna: { at: [48.21, 16.37], zoom: 4 },
  prague: { at: [50.08, 14.44], zoom: 5 },
  warsaw: { at: [52.23, 21.01], zoom: 4 },
  budapest: { at: [47.5, 19.04], zoom: 5 },
  bucharest: { at: [44.43, 26.1], zoom: 5 },
  kyiv: { at: [50.45, 30.52], zoom: 4 },
  copenhagen: { at: [55.68, 12.57], zoom: 5 },
  stockholm: { at: [59.33, 18.07], zoom: 4 },
  oslo: { at: [59.91, 10.75], zoom: 5 },
  helsinki: { at: [60.17, 24.94], zoom: 5 },
  nicosia: { at: [35.17, 33.36], zoom: 7 },
  beirut: { at: [33.89, 35.5], zoom: 7 },
  damascus: { at: [33.51, 36.29], zoom: 7 },
  amman: { at: [31.95, 35.93], zoom: 7 },
  dubai: { at: [25.2, 55.27], zoom: 4 },
  tbilisi: { at: [41.72, 44.79], zoom: 5 },
  newYork: { at: [40.71, -74.01], zoom: 3 },
  boston: { at: [42.36, -71.06], zoom: 5 },
  chicago: { at: [41.88, -87.63], zoom: 4 },
  miami: { at: [25.76, -80.19], zoom: 4 },
  losAngeles: { at: [34.05, -118.24], zoom: 4 },
  sanFrancisco: { at: [37.77, -122.42], zoom: 5 },
  toronto: { at: [43.65, -79.38], zoom: 5 },
  saoPaulo: { at: [-23.55, -46.63], zoom: 4 },
  buenosAires: { at: [-34.6, -58.38], zoom: 4 },
  capeTown: { at: [-33.92, 18.42], zoom: 4 },
  nairobi: { at: [-1.29, 36.82], zoom: 4 },
  mumbai: { at: [19.08, 72.88], zoom: 4 },
  delhi: { at: [28.61, 77.21], zoom: 4 },
  singapore: { at: [1.35, 103.82], zoom: 4 },
  hongKong: { at: [22.32, 114.17], zoom: 4 },
  tokyo: { at: [35.68, 139.65], zoom: 3 },
  seoul: { at: [37.57, 126.98], zoom: 4 },
  sydney: { at: [-33.87, 151.21], zoom: 3 },
} as const satisfies Record<string, { at: Point; zoom: number }>
export type City = keyof typeof CITIES

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
