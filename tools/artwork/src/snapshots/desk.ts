import { shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, ellipse, group, line, oblong, path, rect } from '../shapes.ts'
import type { Snapshot, SnapshotPlan } from './plan.ts'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette
const SHADE = { fill: '#2A2320', opacity: 0.2 }

export function desk({ random, isEvening }: SnapshotPlan): Snapshot {
  return {
    body: [
      planks(random),
      group('translate(-14 8) rotate(-7 250 260)', laptop(isEvening)),
      group('translate(470 168)', coffee()),
      group('translate(376 392) rotate(9)', notebook()),
      group('translate(84 486) rotate(-14)', key()),
      group('translate(640 0)', branch()),
    ].join(''),
    ...(isEvening && { halo: ellipse([250, 200], 330, 300, { fill: 'url(#glow)', opacity: 0.5 }) }),
  }
}

function planks(random: SnapshotPlan['random']): string {
  const boards = [0, 128, 256, 384, 512].map((y, i) => {
    const colour = shade(wood[3], [0.08, -0.04, 0.02, -0.07, 0.05][i]!)
    const grain = Array.from({ length: 5 }, () => {
      const [x, dy] = [random.between(-40, 480), random.between(16, 112)]
      const long = random.between(90, 260)
      return `M${Math.round(x)} ${Math.round(y + dy)}q${Math.round(long / 2)} ${random.whole(-7, 7)} ${Math.round(long)} 0`
    })
    return (
      rect([0, y, 640, 128], colour) +
      path(grain.join(''), { stroke: shade(colour, -0.2), width: 1.6, opacity: 0.5 }) +
      rect([0, y + 125, 640, 3], shade(colour, -0.3))
    )
  })
  return boards.join('')
}

function laptop(isEvening: boolean): string {
  const screen = (colour: string) => (isEvening ? shining(colour) : colour)
  const keys = [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: 12 }, (_, i) => oblong(106 + i * 26, 274 + row * 24, 21, 18)),
  )
  return [
    path('M92 60H436L470 442Q470 456 456 456H100Q74 456 78 430z', { fill: '#2A2320', opacity: 0.16 }),
    rect([74, 246, 376, 196], shade(dusk[2], 0.25), 14),
    rect([74, 436, 376, 8], dusk[4], 4),
    rect([90, 262, 344, 112], dusk[3], 8),
    path(keys.join(''), ink[7]),
    rect([204, 384, 116, 48], shade(dusk[2], -0.06), 6),
    path('M84 40Q84 28 96 28H428Q440 28 440 40L446 240Q446 248 438 248H86Q78 248 78 240z', ink[8]),
    path('M98 44H426L431 232H93z', screen(paper[1])),
    path('M98 44H426L426.800 74H97z', screen(dusk[1])),
    circle(114, 59, 5, screen(brick[3])),
    circle(132, 59, 5, screen(brass[3])),
    circle(150, 59, 5, screen(leaf[3])),
    rect([114, 92, 110, 120], screen(dusk[0]), 6),
    path('M126 192V164M148 192V138M170 192V152M192 192V118M210 192V132', {
      stroke: screen(dusk[5]),
      width: 12,
    }),
    path('M192 192V118', { stroke: screen(brass[4]), width: 12 }),
    rect([246, 94, 150, 12], screen(ink[3]), 6),
    rect([246, 118, 164, 8], screen(ink[1]), 4),
    rect([246, 136, 140, 8], screen(ink[1]), 4),
    rect([246, 154, 156, 8], screen(ink[1]), 4),
    rect([246, 184, 84, 24], screen(brass[4]), 12),
    path('M98 44H250L150 232H93z', { fill: '#FFFFFF', opacity: 0.1 }),
  ].join('')
}

function coffee(): string {
  return [
    circle(76, 88, 84, { fill: '#2A2320', opacity: 0.16 }),
    circle(64, 74, 84, paper[1]),
    circle(64, 74, 84, { stroke: dusk[4], width: 4 }),
    circle(64, 74, 66, shade(paper[2], -0.03)),
    path('M108 74H146Q160 74 160 88T146 102H112', { stroke: paper[0], width: 13 }),
    circle(64, 74, 52, paper[0]),
    circle(64, 74, 44, wood[6]),
    circle(62, 72, 40, wood[4]),
    path('M64 104C44 90 34 78 40 64C46 54 60 56 64 66C68 56 82 54 88 64C94 78 84 90 64 104z', wood[1]),
    path('M64 92C52 82 48 74 52 66C56 62 62 66 64 72C66 66 72 62 76 66C80 74 76 82 64 92z', wood[3]),
    path('M-12 22A92 92 0 0 1 26 -14', { stroke: '#FFFFFF', width: 4, opacity: 0.6 }),
  ].join('')
}

function notebook(): string {
  const lines = [0, 1, 2, 3, 4, 5].map((i) => `M30 ${48 + i * 22}H${[158, 142, 164, 120, 150, 92][i]}`)
  return [
    rect([12, 14, 190, 214], SHADE, 10),
    rect([0, 0, 190, 214], brick[5], 10),
    rect([8, 4, 180, 206], paper[0], 6),
    rect([8, 4, 12, 206], paper[3]),
    path(lines.join(''), { stroke: dusk[4], width: 3 }),
    path('M30 26H104', { stroke: ink[7], width: 6 }),
    path('M132 214V244L140 236L148 244V210', brass[4]),
    line(
      [
        [44, 226],
        [206, 96],
      ],
      '#2A2320',
      10,
      0.16,
    ),
    line(
      [
        [40, 216],
        [196, 90],
      ],
      dusk[7],
      11,
    ),
    line(
      [
        [166, 114],
        [196, 90],
      ],
      brass[4],
      11,
    ),
    path('M40 216L28 226', { stroke: ink[9], width: 4 }),
  ].join('')
}

function key(): string {
  const shape = 'M62 40H190M150 40v22M176 40v17'
  return [
    group(
      'translate(7 9)',
      path(shape, { stroke: '#2A2320', width: 13, opacity: 0.18 }) +
        circle(34, 40, 29, { stroke: '#2A2320', width: 13, opacity: 0.18 }),
    ),
    path(shape, { stroke: brass[5], width: 13 }),
    circle(34, 40, 29, { stroke: brass[4], width: 13 }),
    path('M34 24V40H62', { stroke: brass[5], width: 7 }),
    path('M12 22A28 28 0 0 1 40 11', { stroke: brass[1], width: 4 }),
    path('M70 36H186', { stroke: brass[2], width: 3, opacity: 0.8 }),
  ].join('')
}

function branch(): string {
  const blade = (x: number, y: number, turn: number, colour: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      path('M10 14C-40 6 -96 22 -128 66C-70 74 -18 60 10 14z', SHADE) +
        path('M0 0C-50 -8 -106 8 -138 52C-80 60 -28 46 0 0z', colour) +
        path('M0 0C-34 26 -84 46 -138 52C-80 60 -28 46 0 0z', shade(colour, -0.16)) +
        path('M0 0C-44 14 -90 34 -130 50', { stroke: shade(colour, 0.24), width: 2 }),
    )
  return [
    blade(8, -20, 6, leaf[5]),
    blade(26, 40, -22, leaf[4]),
    blade(-70, -34, -12, leaf[6]),
    blade(30, 96, -42, leaf[5]),
  ].join('')
}
