import { shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, ellipse, group, path, polygon, rect, slantedGradient, verticalGradient } from '../shapes.ts'
import type { Snapshot, SnapshotPlan } from './plan.ts'

const { brass, dusk, ink, leaf, paper, skin, wood } = palette

export function door({ isEvening }: SnapshotPlan): Snapshot {
  return {
    defs: [
      verticalGradient('inside', [
        [0, shining('#FFF4DC')],
        [1, shining(brass[3])],
      ]),
      slantedGradient('spill', [
        [0, shining(brass[1]), 0.9],
        [1, shining(brass[3]), 0.05],
      ]),
      slantedGradient('sleeve', [
        [0, dusk[5]],
        [1, dusk[7]],
      ]),
    ].join(''),
    body: [wall(), opening(), leafOfDoor(), lock(), hand()].join(''),
    halo: ellipse([408, 270], 210, 290, { fill: 'url(#glow)', opacity: isEvening ? 0.75 : 0.35 }),
  }
}

function wall(): string {
  const bricks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(
    (row) =>
      `M0 ${row * 44 + 20}H640${[0, 1, 2, 3, 4, 5].map((i) => `M${i * 120 + (row % 2) * 60} ${row * 44 + 20}v44`).join('')}`,
  )
  return [
    rect([0, 0, 640, 640], paper[3]),
    path(bricks.join(''), { stroke: paper[5], width: 2, opacity: 0.55 }),
    rect([0, 566, 640, 74], paper[5]),
    rect([0, 566, 640, 6], shade(paper[5], -0.2)),
    rect([84, 18, 436, 556], shade(wood[7], -0.1), 4),
    rect([100, 34, 404, 536], shade(wood[8], -0.1)),
  ].join('')
}

function opening(): string {
  return [
    rect([352, 34, 152, 536], 'url(#inside)'),
    rect([352, 420, 152, 150], shining(wood[3])),
    path('M432 34V150', { stroke: shining(ink[8]), width: 4 }),
    path('M396 196C396 164 412 148 432 148S468 164 468 196z', shining(brass[5])),
    rect([420, 330, 84, 16], shining(wood[6]), 3),
    rect([428, 346, 10, 150], shining(wood[7])),
    path('M452 330C452 300 444 290 430 282C462 280 468 300 466 330z', shining(leaf[5])),
    path('M472 330C472 292 484 284 500 280V330z', shining(leaf[6])),
    polygon(
      [
        [352, 570],
        [504, 570],
        [640, 640],
        [300, 640],
      ],
      'url(#spill)',
    ),
  ].join('')
}

function leafOfDoor(): string {
  return [
    polygon(
      [
        [100, 34],
        [358, 62],
        [358, 546],
        [100, 570],
      ],
      dusk[6],
    ),
    polygon(
      [
        [358, 62],
        [372, 60],
        [372, 548],
        [358, 546],
      ],
      shade(dusk[6], 0.3),
    ),
    polygon(
      [
        [132, 74],
        [326, 92],
        [326, 268],
        [132, 270],
      ],
      { fill: shade(dusk[6], -0.14), stroke: shade(dusk[6], 0.16), width: 4 },
    ),
    polygon(
      [
        [132, 318],
        [326, 314],
        [326, 512],
        [132, 526],
      ],
      { fill: shade(dusk[6], -0.14), stroke: shade(dusk[6], 0.16), width: 4 },
    ),
  ].join('')
}

function lock(): string {
  return [
    rect([332, 258, 28, 84], ink[8], 10),
    circle(346, 280, 8, shining(leaf[3])),
    circle(346, 280, 15, { stroke: shining(leaf[3]), width: 3, opacity: 0.6 }),
    path('M346 314H296', { stroke: brass[4], width: 12 }),
    path('M342 310H298', { stroke: brass[2], width: 3 }),
  ].join('')
}

function hand(): string {
  const tone = skin[3]
  const finger = (y: number, long: number) =>
    rect([92 - long, y, 56 + long, 42], tone, 21) +
    rect([92 - long, y + 26, 56 + long, 16], { fill: skin[5], opacity: 0.35 }, 8) +
    rect([94 - long, y + 8, 16, 20], skin[1], 8)
  return group(
    'translate(38 238) rotate(-7 150 220)',
    [
      path('M150 330C140 400 120 470 96 540H330C330 460 312 384 286 316z', 'url(#sleeve)'),
      path('M112 470C180 492 262 490 322 468L318 436C262 458 184 460 122 438z', shade(dusk[5], 0.2)),
      path('M130 190C110 260 118 350 150 404C196 432 262 424 296 386C324 346 318 252 290 180z', skin[4]),
      rect([106, 22, 196, 366], { fill: '#0B0F18', opacity: 0.25 }, 30),
      rect([98, 10, 196, 366], ink[9], 30),
      rect([98, 10, 196, 366], { stroke: ink[5], width: 3 }, 30),
      rect([110, 22, 172, 342], shining(paper[1]), 20),
      rect([124, 50, 144, 92], shining(dusk[2]), 10),
      path(
        'M124 132V108L160 84L196 112L226 92L268 122V132Q268 142 258 142H134Q124 142 124 132z',
        shining(leaf[4]),
      ),
      circle(240, 76, 12, shining(brass[2])),
      rect([124, 160, 104, 12], shining(ink[7]), 6),
      rect([124, 182, 76, 9], shining(ink[2]), 5),
      circle(196, 276, 56, shining(brass[1])),
      circle(196, 276, 44, shining(brass[4])),
      path('M188 268a13 13 0 1 0 .1 .1M197 277L216 296M208 288l8 -8', { stroke: shining(ink[9]), width: 7 }),
      finger(120, 10),
      finger(172, 16),
      finger(224, 12),
      finger(274, 2),
      path(
        'M330 384C342 320 318 252 288 222C276 208 252 214 250 236C250 256 268 272 274 300C278 326 286 356 300 392z',
        tone,
      ),
      path('M330 384C342 320 318 252 288 222C300 262 300 330 304 390z', { fill: skin[5], opacity: 0.35 }),
      path('M254 240C252 224 266 214 280 224C284 232 284 244 278 250C268 252 258 248 254 240z', skin[1]),
    ].join(''),
  )
}
