import { shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, clip, clipped, ellipse, path, rect, verticalGradient } from '../shapes.ts'
import { windowView } from '../window-view.ts'
import type { Snapshot, SnapshotPlan } from './plan.ts'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette

export function window({ random, hour, isEvening }: SnapshotPlan): Snapshot {
  return {
    defs:
      clip('panes', rect([52, 36, 536, 380], '#000000')) +
      verticalGradient('screen', [
        [0, shining(dusk[0])],
        [1, shining(dusk[2])],
      ]),
    body: [
      rect([0, 0, 640, 640], shade(dusk[7], 0.06)),
      rect([40, 24, 560, 404], paper[1], 4),
      clipped('panes', windowView('skyline', [52, 36, 536, 380], hour, random)),
      rect([314, 36, 12, 380], paper[1]),
      rect([52, 196, 536, 8], paper[1]),
      rect([24, 422, 592, 20], paper[0], 4),
      rect([24, 440, 592, 8], { fill: '#2A2320', opacity: 0.25 }),
      sill(),
      lamp(isEvening),
      rect([0, 520, 640, 120], wood[4]),
      rect([0, 520, 640, 10], shade(wood[3], 0.2)),
      laptop(),
      person(),
    ].join(''),
    halo: isEvening
      ? ellipse([500, 150], 190, 190, { fill: 'url(#glow)', opacity: 0.9 }) +
        ellipse([300, 470], 210, 110, { fill: 'url(#glow)', opacity: 0.35 })
      : '',
  }
}

function sill(): string {
  const leaves = [
    [-34, -62],
    [-18, -92],
    [2, -104],
    [22, -90],
    [36, -58],
    [-8, -70],
    [14, -72],
  ] as const
  return [
    path(
      leaves
        .map(
          ([x, y]) =>
            `M104 386C${104 + x * 0.2} ${386 + y} ${104 + x} ${386 + y} ${104 + x} ${386 + y}C${104 + x * 1.2} ${386 + y * 0.5} ${104 + x * 0.6} ${386 + y * 0.3} 104 386z`,
        )
        .join(''),
      leaf[5],
    ),
    path('M80 384H128L122 424H86z', brick[4]),
    path('M110 384H128L122 424H112z', { fill: '#2A2320', opacity: 0.16 }),
    rect([76, 378, 56, 12], shade(brick[4], 0.16), 3),
    rect([488, 394, 84, 14], dusk[4], 2),
    rect([494, 408, 74, 14], brass[4], 2),
    rect([500, 382, 60, 12], paper[3], 2),
  ].join('')
}

function lamp(isLit: boolean): string {
  return [
    path('M500 0V104', { stroke: ink[9], width: 4 }),
    path('M444 158C444 118 470 100 500 100S556 118 556 158z', ink[8]),
    path('M520 103C544 112 556 130 556 158H530C532 136 530 118 520 103z', { fill: '#000000', opacity: 0.25 }),
    ellipse([500, 158], 56, 9, isLit ? shining(brass[1]) : shade(brass[4], 0.4)),
  ].join('')
}

function laptop(): string {
  return [
    ellipse([322, 528], 150, 12, { fill: '#2A2320', opacity: 0.22 }),
    path('M186 390Q186 380 196 380H444Q454 380 454 390V520H186z', ink[7]),
    rect([196, 390, 248, 124], 'url(#screen)', 3),
    rect([214, 408, 72, 88], shining(paper[0]), 4),
    path('M228 482V462M244 482V438M260 482V450', { stroke: shining(dusk[5]), width: 9 }),
    path('M272 482V426', { stroke: shining(brass[4]), width: 9 }),
    rect([304, 410, 96, 8], shining(dusk[5]), 4),
    rect([304, 428, 120, 6], shining(dusk[3]), 3),
    rect([304, 444, 104, 6], shining(dusk[3]), 3),
    rect([158, 518, 324, 12], shade(dusk[2], 0.1), 6),
  ].join('')
}

function person(): string {
  const cloth = brick[4]
  const hair = '#3A241C'
  return [
    path('M150 640C150 560 186 522 262 508H378C454 522 490 560 490 640z', cloth),
    path('M378 508C454 522 490 560 490 640H424C428 580 416 536 378 508z', shade(cloth, -0.16)),
    path('M262 508C290 540 350 540 378 508L372 498H268z', shade(cloth, 0.14)),
    path('M190 640C192 600 202 572 218 554', { stroke: shade(cloth, -0.22), width: 4 }),
    path('M286 452H354V506Q320 532 286 506z', palette.skin[3]),
    path('M326 452H354V506Q342 518 326 521z', palette.skin[4]),
    ellipse([244, 412], 12, 20, palette.skin[3]),
    ellipse([396, 412], 12, 20, palette.skin[4]),
    path('M244 404C240 330 274 296 320 296S400 330 396 404C394 448 366 476 320 476S246 448 244 404z', hair),
    path('M352 302C386 320 398 356 396 404C394 448 366 476 320 476C366 440 380 360 352 302z', '#2A1913'),
    path('M268 352C284 330 300 322 318 320M262 392C276 360 300 346 330 344', {
      stroke: '#5A392C',
      width: 3.4,
    }),
    circle(320, 290, 38, hair),
    path('M334 256A38 38 0 0 1 334 325A54 54 0 0 0 334 256z', '#2A1913'),
    path('M296 282C304 270 318 266 332 270', { stroke: '#5A392C', width: 3 }),
    rect([296, 316, 48, 10], brass[4], 5),
    path('M258 500C270 544 370 544 382 500', { stroke: ink[8], width: 11 }),
    rect([240, 486, 30, 44], ink[7], 12),
    rect([370, 486, 30, 44], ink[8], 12),
  ].join('')
}
