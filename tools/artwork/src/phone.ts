import { evening, shade, shining } from './colour.ts'
import { lightDefs, type Theme } from './light.ts'
import { palette } from './palette.ts'
import { circle, clip, clipped, ellipse, group, path, picture, rect } from './shapes.ts'

const { brass, brick, dusk, ink, leaf, paper, wood } = palette

/** 640 × 640, transparent. */
export function phone(theme: Theme = 'light'): string {
  const isEvening = theme === 'dark'
  const things = backdrop() + plant() + key()
  return picture({
    name: `phone-${theme}`,
    width: 640,
    height: 640,
    defs: lightDefs(isEvening ? 'night' : 'noon') + clip('room', rect([204, 116, 232, 150], '#000000', 16)),
    body: (isEvening ? evening(things) : things) + device(isEvening),
  })
}

function backdrop(): string {
  return (
    circle(320, 322, 272, brass[2]) +
    path('M320 50A272 272 0 0 1 320 594A420 420 0 0 0 320 50z', { fill: brass[3], opacity: 0.6 }) +
    ellipse([330, 604], 220, 16, { fill: '#2A2320', opacity: 0.18 })
  )
}

function plant(): string {
  const blade = (x: number, y: number, turn: number, colour: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      path('M0 0C-26 -50 -22 -110 10 -152C40 -108 38 -46 0 0z', colour) +
        path('M0 0C12 -54 16 -104 10 -152C40 -108 38 -46 0 0z', shade(colour, -0.16)),
    )
  return [
    blade(132, 520, -34, leaf[6]),
    blade(136, 518, 20, leaf[5]),
    blade(130, 522, -8, leaf[4]),
    path('M88 514H176L166 602H98z', brick[4]),
    path('M144 514H176L166 602H146z', { fill: '#2A2320', opacity: 0.16 }),
    rect([80, 502, 104, 20], shade(brick[4], 0.16), 5),
  ].join('')
}

function key(): string {
  return group(
    'translate(470 452) rotate(28)',
    [
      circle(34, 46, 34, { stroke: '#2A2320', width: 15, opacity: 0.18 }),
      path('M42 48H168M138 48v26M162 48v20', { stroke: '#2A2320', width: 15, opacity: 0.18 }),
      path('M34 40H160M130 40v26M154 40v20', { stroke: brass[6], width: 15 }),
      circle(26, 38, 34, { fill: brass[1], stroke: brass[5], width: 15 }),
      path('M26 18V38H44', { stroke: brass[7], width: 8 }),
      path('M0 16A34 34 0 0 1 34 5', { stroke: brass[2], width: 4 }),
    ].join(''),
  )
}

function device(isEvening: boolean): string {
  const ground = isEvening ? ink[8] : paper[1]
  const [strong, soft, line] = isEvening ? [paper[2], ink[4], ink[6]] : [ink[8], ink[2], paper[4]]
  return [
    rect([188, 50, 280, 548], { fill: '#14181F', opacity: 0.22 }, 46),
    rect([176, 36, 288, 556], ink[9], 46),
    rect([176, 36, 288, 556], { stroke: ink[4], width: 3 }, 46),
    rect([188, 48, 264, 532], ground, 36),
    rect([284, 60, 72, 18], ink[9], 9),
    path('M210 84H246', { stroke: strong, width: 7 }),
    path('M412 84H430', { stroke: strong, width: 7 }),
    clipped('room', room()),
    rect([204, 286, 148, 14], strong, 7),
    rect([204, 312, 104, 10], soft, 5),
    rect([384, 284, 52, 26], isEvening ? leaf[8] : leaf[1], 13),
    path('M398 297l7 7 13 -14', { stroke: isEvening ? leaf[3] : leaf[6], width: 5 }),
    path('M204 342H436', { stroke: line, width: 3 }),
    hours(strong, soft),
    circle(320, 488, 66, { fill: brass[4], opacity: 0.25 }),
    circle(320, 488, 52, brass[4]),
    path('M310 478a15 15 0 1 0 .1 .1M321 489L344 512M334 502l9 -9', { stroke: ink[9], width: 8 }),
    rect([280, 562, 80, 6], soft, 3),
  ].join('')
}

function room(): string {
  return [
    rect([204, 116, 232, 150], dusk[1]),
    rect([204, 222, 232, 44], wood[2]),
    rect([222, 132, 76, 62], paper[0], 2),
    rect([227, 137, 66, 52], '#BAD4E8'),
    path('M227 189V172L246 160L264 174L293 156V189z', leaf[4]),
    path('M260 137V189M227 163H293', { stroke: paper[0], width: 4 }),
    path('M366 116V150', { stroke: ink[8], width: 3 }),
    path('M344 172C344 156 354 148 366 148S388 156 388 172z', brass[4]),
    rect([322, 206, 92, 8], wood[5], 2),
    path('M330 214L324 250M406 214L412 250', { stroke: wood[6], width: 5 }),
    path('M352 184H384V206H352z', ink[7]),
    rect([355, 187, 26, 16], shining(dusk[2])),
    path('M300 246C298 224 302 212 314 212S330 224 328 246z', brick[4]),
    path('M232 246C222 226 220 210 226 196C240 206 244 226 238 246z', leaf[5]),
    rect([222, 242, 26, 20], brick[5], 3),
  ].join('')
}

function hours(strong: string, soft: string): string {
  return [
    rect([204, 364, 232, 16], { fill: soft, opacity: 0.45 }, 8),
    rect([286, 364, 84, 16], brass[4], 8),
    rect([204, 394, 34, 8], soft, 4),
    rect([286, 394, 34, 8], strong, 4),
    rect([402, 394, 34, 8], soft, 4),
  ].join('')
}
