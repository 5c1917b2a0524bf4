import { shade } from './colour.ts'
import { palette } from './palette.ts'
import { circle, ellipse, faded, group, path, picture, polygon, radialGradient, rect } from './shapes.ts'

export type EmptyStateKind = 'sessions' | 'orders' | 'messages' | 'search' | 'notFound' | 'error'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette

/** 320 × 200, transparent, for both themes. */
export function emptyState(kind: EmptyStateKind): string {
  return picture({
    name: `empty-${kind}`,
    width: 320,
    height: 200,
    defs: radialGradient('glow', [
      [0, brass[2], 0.75],
      [0.5, brass[3], 0.28],
      [1, brass[3], 0],
    ]),
    body: backdrop() + drawings[kind](),
  })
}

/** Separates pale objects from a light page and dark ones from a dark page. */
function backdrop(): string {
  return (
    path('M36 150C10 110 40 40 104 34C140 8 214 10 240 38C292 46 318 104 284 150C250 176 70 176 36 150z', {
      fill: dusk[4],
      opacity: 0.2,
    }) + ellipse([160, 168], 126, 9, { fill: dusk[6], opacity: 0.3 })
  )
}

function dialKey(bow: string, shaft: string): string {
  return (
    path(shaft, { stroke: brass[6], width: 9 }) +
    circle(0, 0, 19, { stroke: brass[4], width: 9 }) +
    circle(0, 0, 14.5, brass[1]) +
    path(bow, { stroke: brass[7], width: 3.4 }) +
    path('M-13 -18A22 22 0 0 1 10 -19.600', { stroke: brass[2], width: 2.4 })
  )
}

const drawings: Record<EmptyStateKind, () => string> = {
  sessions: () =>
    [
      ellipse([196, 84], 92, 74, 'url(#glow)'),
      rect([56, 46, 66, 62], dusk[6], 3),
      rect([60, 50, 58, 54], dusk[8]),
      path('M89 50V104M60 76H118', { stroke: dusk[6], width: 3 }),
      circle(104, 62, 5, brass[1]),
      path('M126 118C120 92 126 76 146 76S170 92 166 118z', dusk[5]),
      path('M150 76C164 78 170 94 166 118H154C158 100 158 86 150 76z', dusk[6]),
      rect([70, 118, 184, 9], wood[3], 2),
      rect([70, 124, 184, 4], wood[5], 2),
      path('M84 128L78 168M240 128L246 168', { stroke: wood[6], width: 6 }),
      rect([186, 128, 46, 32], wood[4], 2),
      rect([202, 138, 14, 3], brass[4], 1.5),
      path('M226 117L238 88L214 66', { stroke: brass[6], width: 3.4 }),
      circle(238, 88, 3.4, brass[4]),
      ellipse([226, 116.5], 13, 3, ink[5]),
      path('M222 54L196 66C192 76 196 86 202 90L230 74C230 66 228 58 222 54z', dusk[7]),
      path('M196 66C192 76 196 86 202 90L208 86.500C202 80 200 72 202 63z', brass[2]),
      path('M104 117V106H116V117z', brick[3]),
      path('M116 109q6 0 5 4t-5 3', { stroke: brick[3], width: 2 }),
      path('M138 117L142 112H182L178 117z', paper[1]),
      path('M160 117L164 112', { stroke: paper[5], width: 1.6 }),
    ].join(''),
  orders: () =>
    [
      rect([88, 42, 132, 122], dusk[6], 8),
      rect([88, 42, 132, 30], brass[5], 8),
      rect([88, 62, 132, 10], brass[5]),
      rect([94, 72, 120, 86], paper[1], 4),
      path('M114 34V52M154 34V52M194 34V52', { stroke: ink[4], width: 6 }),
      ...[0, 1, 2].flatMap((row) =>
        [0, 1, 2, 3, 4].map((column) =>
          rect(
            [102 + column * 22, 80 + row * 25, 17, 19],
            row === 1 && column === 2 ? brass[2] : paper[3],
            3,
          ),
        ),
      ),
      path('M214 158H128C170 154 200 130 214 92z', { fill: dusk[4], opacity: 0.18 }),
      group('translate(222 104) rotate(38)', dialKey('M0 -9V0L6 4', 'M20 0H66M50 0V13M62 0V10')),
    ].join(''),
  messages: () =>
    [
      rect([152, 118, 16, 52], wood[5]),
      rect([162, 118, 6, 52], wood[6]),
      path('M92 120V82C92 62 104 50 122 50H200C218 50 230 62 230 82V120z', dusk[5]),
      path('M152 120V82C152 62 142 50 122 50H200C218 50 230 62 230 82V120z', dusk[6]),
      path('M92 120V82C92 62 104 50 122 50S152 62 152 82V120z', dusk[4]),
      path('M100 114V84C100 68 108 58 122 58S144 68 144 84V114z', ink[8]),
      rect([92, 116, 138, 7], dusk[7], 2),
      path('M104 96L138 90V110H104z', paper[1]),
      path('M104 96L122 104L138 90', { stroke: paper[5], width: 2 }),
      path('M196 92V58', { stroke: brass[6], width: 4.5 }),
      path('M196 58H220V72H196z', brass[4]),
      circle(196, 92, 4.5, brass[5]),
      path('M172 80h14M172 88h8', { stroke: dusk[4], width: 3 }),
      tuft(134, 168),
      tuft(186, 168),
    ].join(''),
  search: () =>
    [
      group(
        'rotate(-5 150 104)',
        rect([70, 46, 160, 112], paper[1], 5) +
          rect([70, 46, 160, 112], { stroke: dusk[5], width: 3 }, 5) +
          path('M84 60H216V144H84zM140 60V88M140 104V144M140 110H172M190 110H216M84 104H108M124 104H140', {
            stroke: dusk[6],
            width: 4,
          }) +
          path('M140 88A16 16 0 0 1 156 104', { stroke: brass[5], width: 2 }) +
          rect([94, 68, 26, 14], brass[2], 2) +
          rect([154, 122, 44, 12], dusk[2], 3) +
          rect([160, 68, 22, 22], dusk[2], 11),
      ),
      path('M226 138L262 170', { stroke: wood[6], width: 13 }),
      path('M230 141L238 148', { stroke: brass[4], width: 13 }),
      circle(202, 112, 36, { fill: paper[0], opacity: 0.5 }),
      circle(202, 112, 36, { stroke: brass[5], width: 8 }),
      path('M180 98A27 27 0 0 1 202 85', { stroke: paper[0], width: 5 }),
    ].join(''),
  notFound: () =>
    [
      path('M64 168L108 140H212L256 168z', { fill: dusk[5], opacity: 0.5 }),
      rect([116, 28, 88, 128], wood[5], 3),
      rect([124, 36, 72, 120], dusk[9]),
      path('M124 156V120C140 108 150 128 166 114S188 116 196 106V156z', dusk[7]),
      [
        [140, 56, 1.6],
        [158, 72, 1.2],
        [178, 52, 1.8],
        [186, 84, 1.2],
        [148, 92, 1.2],
      ]
        .map(([x, y, r]) => circle(x!, y!, r!, brass[1]))
        .join(''),
      path('M176 66a11 11 0 1 0 10 16a9 9 0 0 1 -10 -16z', brass[2]),
      polygon(
        [
          [124, 36],
          [92, 48],
          [92, 172],
          [124, 156],
        ],
        wood[3],
      ),
      polygon(
        [
          [117, 52],
          [99, 59],
          [99, 100],
          [117, 96],
        ],
        wood[5],
      ),
      polygon(
        [
          [117, 108],
          [99, 112],
          [99, 156],
          [117, 148],
        ],
        wood[5],
      ),
      circle(98, 108, 4, brass[4]),
      rect([106, 156, 108, 8], paper[4], 2),
      rect([96, 164, 128, 8], paper[6], 2),
      circle(160, 17, 7, brass[4]),
      circle(160, 17, 4, brass[1]),
      faded(0.7, ellipse([160, 20], 30, 19, 'url(#glow)')),
    ].join(''),
  error: () =>
    [
      ellipse([184, 158], 60, 6, { fill: dusk[8], opacity: 0.25 }),
      group(
        'translate(112 90) rotate(14)',
        dialKey('M0 -9V0L6 4', 'M20 0H58C84 0 92 12 84 34L76 56M90 18L104 24M80 46L92 51'),
      ),
      path('M178 54L184 40M196 60L210 50M202 78L218 78', { stroke: brick[4], width: 5 }),
      path('M228 128a7 7 0 0 1 10 9l-8 3z', brass[5]),
      circle(214, 150, 3.4, brass[5]),
    ].join(''),
}

function tuft(x: number, y: number): string {
  return path(
    `M${x} ${y}q-3 -14 -10 -18q10 4 12 16q0 -16 6 -22q-2 12 0 22q4 -10 10 -12q-6 6 -7 14z`,
    shade(leaf[5], 0.05),
  )
}
