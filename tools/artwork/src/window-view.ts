import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade, shiningAll } from './colour.ts'
import { type Hour, skies } from './light.ts'
import { palette } from './palette.ts'
import { circle, ellipse, faded, num, path, polygon, rect } from './shapes.ts'

export type View = 'skyline' | 'sea' | 'trees' | 'hills'

export const views: readonly View[] = ['skyline', 'sea', 'trees', 'hills']

type Frame = readonly [x: number, y: number, width: number, height: number]

/** On the canvas, the same as the camera’s. */
const horizon = 272

/** Fills `frame`; the caller clips it to the panes. */
export function windowView(view: View, frame: Frame, hour: Hour, random: Random): string {
  const draw = { skyline, sea, trees, hills }[view]
  return shiningAll(rect(frame, 'url(#sky)') + heaven(frame, hour, random) + draw(frame, hour, random))
}

function far(colour: string, distance: number, hour: Hour): string {
  const lit = hour === 'night' ? mix(colour, '#141D33', 0.78) : colour
  return mix(lit, skies[hour][2], distance)
}

export function heaven([x, y, width, height]: Frame, hour: Hour, random: Random): string {
  if (hour === 'night') {
    const stars = Array.from({ length: 14 }, () =>
      circle(x + random.next() * width, y + random.next() * height * 0.45, random.between(0.6, 1.3), {
        fill: '#E9EEF8',
        opacity: random.between(0.4, 0.9),
      }),
    )
    const [mx, my] = [x + width * random.between(0.2, 0.8), y + height * 0.18]
    return (
      stars.join('') +
      circle(mx, my, 26, { fill: '#F8E8C0', opacity: 0.08 }) +
      circle(mx, my, 11, '#F6E9CC') +
      circle(mx + 4, my - 2, 9, { fill: '#E9D8B2', opacity: 0.6 })
    )
  }
  const cloud = (cx: number, cy: number, size: number) =>
    faded(
      0.55,
      ellipse([cx, cy], 44 * size, 7 * size, '#FFFDF6') +
        ellipse([cx - 12 * size, cy - 6 * size], 22 * size, 9 * size, '#FFFDF6') +
        ellipse([cx + 14 * size, cy - 4 * size], 18 * size, 7 * size, '#FFFDF6'),
    )
  const sun =
    hour === 'noon'
      ? ''
      : circle(x + width * 0.28, y + height * 0.4, 60, { fill: '#FFF3D0', opacity: 0.35 }) +
        circle(x + width * 0.28, y + height * 0.4, 22, { fill: '#FFF6DC', opacity: 0.9 })
  return (
    sun +
    cloud(x + width * random.next(), y + height * 0.2, 1) +
    cloud(x + width * random.next(), y + height * 0.36, 0.7)
  )
}

function skyline(frame: Frame, hour: Hour, random: Random): string {
  const rows = [
    { distance: 0.62, low: 30, high: 90 },
    { distance: 0.34, low: 10, high: 64 },
    { distance: 0.1, low: -40, high: 14 },
  ]
  return rows.map((row) => houses(frame, hour, random, row)).join('')
}

type HouseRow = { distance: number; low: number; high: number }

function houses([x, y, width, height]: Frame, hour: Hour, random: Random, row: HouseRow): string {
  const colours = [palette.dusk[4], palette.paper[5], palette.dusk[5], palette.brick[3], palette.paper[4]]
  let drawn = ''
  let left = x - random.between(0, 30)
  while (left < x + width) {
    const wide = random.between(30, 58)
    const top = horizon - random.between(row.low, row.high)
    const colour = far(random.pick(colours), row.distance, hour)
    drawn += rect([left, top, wide, y + height - top], colour)
    drawn += rect([left + wide * 0.72, top, wide * 0.28, y + height - top], {
      fill: shade(colour, -0.2),
      opacity: 0.5,
    })
    if (random.chance(0.3)) drawn += rect([left + wide * 0.3, top - 12, wide * 0.3, 12], shade(colour, -0.08))
    drawn += houseWindows([left, top, wide, y + height - top], colour, hour, random)
    left += wide + random.between(-2, 5)
  }
  return drawn
}

/** Dim windows are dashes of one stroke per column; only lit ones are drawn one by one. */
function houseWindows([x, y, width, height]: Frame, colour: string, hour: Hour, random: Random): string {
  const rows = Math.min(6, Math.floor((height - 9) / 14))
  let columns = ''
  let lit = ''
  for (let wx = x + 8.5; wx < x + width - 6; wx += 12) {
    columns += `M${num(wx)} ${num(y + 9)}v${rows * 14}`
    for (let row = 0; row < rows && hour === 'night'; row++)
      if (random.chance(0.22)) lit += `M${num(wx)} ${num(y + 9 + row * 14)}v7`
  }
  const stroke = `fill="none" stroke-width="5" stroke-linecap="butt"`
  return `<path d="${columns}" ${stroke} stroke="${shade(colour, -0.22)}" stroke-dasharray="7 7"/>${
    lit ? `<path d="${lit}" ${stroke} stroke="${palette.brass[2]}" stroke-opacity=".85"/>` : ''
  }`
}

function sea([x, y, width, height]: Frame, hour: Hour, random: Random): string {
  const water = hour === 'night' ? '#1C2C4A' : mix(palette.dusk[4], '#5E9DB0', 0.4)
  const low = y + height
  const bands = [0.05, 0.2, 0.5].map((part) =>
    rect([x, horizon + (low - horizon) * part, width, low], {
      fill: shade(water, -0.25),
      opacity: 0.22,
    }),
  )
  const glitter = Array.from({ length: 16 }, () => {
    const gy = horizon + 4 + random.next() ** 2 * (low - horizon - 6)
    return `M${num(x + width * random.between(0.1, 0.75))} ${num(gy)}h${num(8 + (gy - horizon) * 0.25)}`
  })
  const sail = x + width * random.between(0.35, 0.8)
  return [
    rect([x, horizon, width, low - horizon], mix(water, skies[hour][2], 0.25)),
    ...bands,
    path(glitter.join(''), { stroke: hour === 'night' ? '#C9CFE0' : '#FFFBEA', width: 1.6, opacity: 0.6 }),
    path(
      `M${num(x - 5)} ${horizon}q${num(width * 0.14)} -34 ${num(width * 0.3)} -20q${num(width * 0.08)} 10 ${num(width * 0.14)} 20z`,
      far(palette.dusk[5], 0.45, hour),
    ),
    polygon(
      [
        [sail, horizon - 26],
        [sail, horizon + 2],
        [sail + 15, horizon + 2],
      ],
      far('#FFFDF6', 0.05, hour),
    ),
    polygon(
      [
        [sail - 2, horizon - 20],
        [sail - 2, horizon + 2],
        [sail - 10, horizon + 2],
      ],
      far('#F4EEE2', 0.1, hour),
    ),
    path(`M${num(sail - 13)} ${horizon + 4}h30l-6 6h-18z`, far(palette.brick[5], 0.1, hour)),
  ].join('')
}

function trees([x, y, width, height]: Frame, hour: Hour, random: Random): string {
  const low = y + height
  const crown = (cx: number, cy: number, size: number, colour: string) =>
    circle(cx, cy, size, colour) +
    circle(cx - size * 0.6, cy + size * 0.35, size * 0.72, shade(colour, -0.06)) +
    circle(cx + size * 0.62, cy + size * 0.3, size * 0.76, shade(colour, -0.14)) +
    circle(cx - size * 0.25, cy - size * 0.25, size * 0.5, { fill: shade(colour, 0.2), opacity: 0.6 })
  const row = (distance: number, base: number, size: number) => {
    let drawn = ''
    for (let cx = x; cx < x + width + size; cx += size * random.between(1.2, 1.8)) {
      const green = far(random.pick([palette.leaf[4], palette.leaf[5], '#7E9A55']), distance, hour)
      const cy = base - size * random.between(0.5, 1.3)
      drawn += rect([cx - size * 0.07, cy, size * 0.14, low - cy], far(palette.wood[6], distance, hour))
      drawn += crown(cx, cy, size * random.between(0.8, 1.1), green)
    }
    return drawn
  }
  return (
    path(
      `M${num(x)} ${horizon}q${num(width / 2)} -24 ${num(width)} 0V${num(low)}H${num(x)}z`,
      far(palette.leaf[4], 0.55, hour),
    ) +
    row(0.45, horizon + 4, 20) +
    rect([x, horizon + 26, width, low - horizon], far('#8FA86A', 0.25, hour)) +
    row(0.12, horizon + 62, 40)
  )
}

function hills([x, y, width, height]: Frame, hour: Hour, random: Random): string {
  const low = y + height
  const ridge = (top: number, rise: number, colour: string) =>
    path(
      `M${num(x)} ${num(top)}C${num(x + width * 0.25)} ${num(top - rise)} ${num(x + width * 0.4)} ${num(top + rise * 0.4)} ${num(x + width * 0.62)} ${num(top - rise * 0.5)}S${num(x + width)} ${num(top)} ${num(x + width)} ${num(top - rise * 0.3)}V${num(low)}H${num(x)}z`,
      colour,
    )
  const cypress = (cx: number, base: number, tall: number) =>
    path(
      `M${num(cx)} ${num(base - tall)}q${num(tall * 0.16)} ${num(tall * 0.5)} ${num(tall * 0.08)} ${num(tall)}h${num(-tall * 0.16)}q${num(-tall * 0.08)} ${num(-tall * 0.5)} ${num(tall * 0.08)} ${num(-tall)}z`,
      far(palette.leaf[7], 0.08, hour),
    )
  const house = (hx: number, hy: number) =>
    rect([hx, hy, 20, 13], far('#F1E3C8', 0.05, hour)) +
    polygon(
      [
        [hx - 2, hy],
        [hx + 10, hy - 8],
        [hx + 22, hy],
      ],
      far(palette.brick[4], 0.1, hour),
    ) +
    rect([hx + 5, hy + 4, 4, 5], hour === 'night' ? palette.brass[2] : palette.dusk[6])
  const spots = [0.12, 0.22, 0.66, 0.8, 0.86].map((part) => x + width * (part + random.between(-0.05, 0.05)))
  return [
    ridge(horizon - 26, 46, far(palette.dusk[4], 0.6, hour)),
    ridge(horizon - 4, 34, far('#8D9F73', 0.45, hour)),
    house(x + width * random.between(0.3, 0.4), horizon + 4),
    house(x + width * random.between(0.46, 0.56), horizon + 12),
    ridge(horizon + 26, 26, far('#93A468', 0.25, hour)),
    ridge(horizon + 62, 22, far('#7C9456', 0.1, hour)),
    ...spots.map((cx) => cypress(cx, horizon + 58, random.between(40, 62))),
  ].join('')
}
