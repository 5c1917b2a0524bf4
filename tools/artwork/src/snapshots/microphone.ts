import { shade, shining } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, ellipse, group, num, path, rect, slantedGradient } from '../shapes.ts'
import type { Snapshot, SnapshotPlan } from './plan.ts'

const { brass, brick, dusk, ink, paper, wood } = palette

export function microphone({ random, isEvening }: SnapshotPlan): Snapshot {
  return {
    defs: slantedGradient('metal', [
      [0, dusk[2]],
      [0.4, dusk[5]],
      [1, dusk[8]],
    ]),
    body: [
      panels(random),
      onAir(),
      rect([0, 540, 640, 100], wood[5]),
      rect([0, 540, 640, 10], shade(wood[4], 0.2)),
      path('M0 596H640', { stroke: shade(wood[5], -0.2), width: 2, opacity: 0.5 }),
      headphones(),
      cup(),
      boom(),
    ].join(''),
    halo: ellipse([520, 92], 190, 150, { fill: 'url(#glow)', opacity: isEvening ? 0.9 : 0.35 }),
  }
}

function panels(random: SnapshotPlan['random']): string {
  const colours = [dusk[7], dusk[6], brick[5], dusk[7], brass[6], dusk[8], dusk[6]]
  const [wide, tall] = [112, 97]
  let drawn = rect([0, 0, 640, 560], dusk[9])
  for (let row = -1; row < 6; row++) {
    for (let column = -1; column < 6; column++) {
      const x = column * wide + (row % 2 ? wide / 2 : 0) + 30
      const y = row * tall + 40
      const colour = shade(random.pick(colours), random.between(-0.06, 0.08))
      drawn += group(
        `translate(${num(x)} ${num(y)})`,
        path('M0 -60L52 -30V30L0 60L-52 30V-30z', colour) +
          path('M0 -60L52 -30V30L0 60L0 0z', { fill: '#0F1420', opacity: 0.16 }) +
          path('M-52 30V-30L0 -60L52 -30', { stroke: shade(colour, 0.22), width: 3 }) +
          path('M0 -38L33 -19V19L0 38L-33 19V-19z', { stroke: shade(colour, -0.22), width: 2.4 }),
      )
    }
  }
  return drawn
}

function onAir(): string {
  return [
    rect([452, 62, 140, 62], ink[9], 12),
    rect([460, 70, 124, 46], shining(brass[4]), 8),
    circle(486, 93, 9, shining(brick[5])),
    path('M508 84H566M508 101H548', { stroke: shining(brass[8]), width: 8 }),
  ].join('')
}

function headphones(): string {
  return [
    ellipse([148, 566], 118, 14, { fill: '#1A1410', opacity: 0.3 }),
    path('M64 536C58 430 104 392 148 392S238 430 232 536', { stroke: ink[8], width: 17 }),
    path('M78 470C84 424 112 404 146 402', { stroke: ink[5], width: 4 }),
    rect([38, 486, 46, 82], brick[5], 18),
    rect([70, 490, 22, 74], ink[9], 10),
    rect([212, 486, 46, 82], shade(brick[5], -0.18), 18),
    rect([204, 490, 22, 74], ink[9], 10),
    path('M48 502V540', { stroke: shade(brick[5], 0.3), width: 5 }),
  ].join('')
}

function cup(): string {
  return [
    ellipse([552, 598], 62, 12, { fill: '#1A1410', opacity: 0.3 }),
    path('M580 536H596Q618 536 618 556T596 576H578', { stroke: paper[2], width: 10 }),
    path('M502 520H586L578 590Q576 600 566 600H522Q512 600 510 590z', paper[1]),
    path('M560 520H586L578 590Q576 600 566 600H552Q560 570 560 520z', { fill: '#2A2320', opacity: 0.12 }),
    ellipse([544, 520], 42, 10, paper[0]),
    ellipse([544, 521], 35, 7, wood[7]),
    path('M528 500C520 488 536 480 528 466M552 498C544 486 560 478 552 464', {
      stroke: '#FFFFFF',
      width: 4,
      opacity: 0.4,
    }),
  ].join('')
}

function boom(): string {
  const mesh = [-44, -22, 0, 22, 44].map(
    (y) => `M${num(-62 + Math.abs(y) * 0.34)} ${y}H${num(62 - Math.abs(y) * 0.34)}`,
  )
  const wires = [-40, -20, 0, 20, 40].map((x) => `M${x} ${num(-66 + Math.abs(x) * 0.3)}V66`)
  return [
    path('M640 330L470 400L352 428', { stroke: ink[9], width: 26 }),
    path('M640 322L470 392L360 418', { stroke: dusk[5], width: 5 }),
    circle(470, 396, 21, ink[8]),
    circle(470, 396, 9, brass[4]),
    path('M330 452C372 470 372 396 330 404', { stroke: ink[8], width: 14 }),
    group(
      'translate(300 262)',
      [
        ellipse([14, 26], 96, 158, { fill: '#0B0F18', opacity: 0.3 }),
        path('M-70 56H70L60 158Q58 178 38 178H-38Q-58 178 -60 158z', 'url(#metal)'),
        path('M-46 70L-40 160', { stroke: '#FFFFFF', width: 7, opacity: 0.4 }),
        rect([-74, 42, 148, 22], brass[5], 8),
        rect([-74, 44, 148, 6], brass[2], 3),
        path('M-70 44V-14C-70 -66 -38 -96 0 -96S70 -66 70 -14V44z', dusk[7]),
        path('M-70 44V-14C-70 -66 -38 -96 0 -96S70 -66 70 -14V44z', { fill: 'url(#metal)', opacity: 0.7 }),
        group(
          'translate(0 -16)',
          path(mesh.join('') + wires.join(''), { stroke: ink[9], width: 2.4, opacity: 0.7 }),
        ),
        path('M-52 24V-16C-50 -48 -34 -68 -12 -76', { stroke: '#FFFFFF', width: 8, opacity: 0.35 }),
        circle(0, 116, 13, ink[9]),
        circle(0, 116, 7, shining(brass[3])),
        path('M-92 8C-104 60 -100 120 -84 168M92 8C104 60 100 120 84 168', { stroke: ink[7], width: 8 }),
        path('M-92 40L-70 48M92 40L70 48M-90 130L-64 126M90 130L64 126', { stroke: ink[5], width: 4 }),
      ].join(''),
    ),
  ].join('')
}
