import { mix, shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, clipped, ellipse, group, path } from '../shapes.ts'
import type { Person } from './person.ts'

const { brass, ink, paper } = palette

function deep(person: Person, amount: number): string {
  return mix(person.skin, '#4A1D14', amount)
}

export function face(person: Person): string {
  return [
    path(person.outline, person.skin),
    clipped('face', planes(person)),
    lines(person),
    stretched(person.mouthSize, 343, mouth(person)),
    stretched(person.noseSize, 300, nose(person)),
    stretched(
      person.eyeSize,
      252,
      [eye(person, -1), eye(person, 1), brow(person, -1), brow(person, 1)].join(''),
    ),
  ].join('')
}

/** Scales a feature around its own height in the face. */
function stretched([width, height]: readonly [number, number], y: number, feature: string): string {
  return group(
    `translate(0 ${y}) scale(${width.toFixed(2)} ${height.toFixed(2)}) translate(0 ${-y})`,
    feature,
  )
}

function planes(person: Person): string {
  const fill = deep(person, 0.34)
  return [
    path('M100 100V400H-20C40 392 66 350 74 306C82 262 62 236 72 196C78 168 70 140 44 110z', {
      fill,
      opacity: 0.16,
    }),
    path('M100 150V400H10C58 384 76 346 82 300C88 260 82 220 86 190z', { fill, opacity: 0.24 }),
    path('M-60 370C-30 352 30 352 60 370L40 400H-40z', { fill, opacity: 0.14 }),
    ellipse([-56, 298], 32, 26, 'url(#blush)'),
    ellipse([56, 300], 32, 26, 'url(#blush)'),
    ellipse([-26, 172], 66, 46, 'url(#sheen)'),
    ellipse([-58, 280], 34, 20, 'url(#sheen)'),
    ellipse([-4, 368], 22, 13, 'url(#sheen)'),
    path('M-68 238C-58 226 -34 226 -20 240C-22 262 -30 268 -44 268C-58 268 -68 254 -68 238z', {
      fill,
      opacity: 0.13,
    }),
    path('M68 238C58 226 34 226 20 240C22 262 30 268 44 268C58 268 68 254 68 238z', { fill, opacity: 0.16 }),
  ].join('')
}

function lines(person: Person): string {
  if (person.age === 0) return ''
  const strong = person.age === 2 ? 0.42 : 0.2
  const stroke = deep(person, 0.45)
  const folds = path('M-27 306C-36 316 -40 326 -39 336M27 306C36 316 40 326 39 336', {
    stroke,
    width: 2.4,
    opacity: strong,
  })
  if (person.age === 1) return folds
  return (
    folds +
    path('M-50 184C-20 178 20 178 50 184M-44 170C-16 165 16 165 44 170', {
      stroke,
      width: 1.8,
      opacity: 0.26,
    }) +
    path('M-70 258C-76 256 -80 260 -83 264M-70 262C-74 264 -77 268 -79 272M70 258C76 256 80 260 83 264', {
      stroke,
      width: 1.8,
      opacity: 0.36,
    }) +
    path('M-58 272C-50 278 -36 278 -28 272M58 272C50 278 36 278 28 272', { stroke, width: 2, opacity: 0.32 })
  )
}

function nose(person: Person): string {
  const dark = deep(person, 0.5)
  const wide = person.isWoman ? 17 : 20
  return [
    path(`M8 236C12 262 14 284 ${wide} 300C16 312 6 314 0 314C8 300 4 262 2 240z`, {
      fill: dark,
      opacity: 0.2,
    }),
    path(
      `M${-wide + 2} 300C${-wide - 4} 306 ${-wide} 315 -10 313C-4 318 4 318 10 313C${wide} 315 ${wide + 4} 306 ${wide - 2} 300`,
      {
        stroke: dark,
        width: 2.4,
        opacity: 0.5,
      },
    ),
    path('M-12 312C-9 308 -5 309 -4 312zM12 312C9 308 5 309 4 312z', { fill: dark, opacity: 0.75 }),
    path('M-14 318C-6 324 6 324 14 318C8 330 -8 330 -14 318z', { fill: dark, opacity: 0.1 }),
    path('M-3 238C-5 262 -6 286 -5 300', { stroke: shade(person.skin, 0.45), width: 5, opacity: 0.22 }),
    ellipse([-4, 301], 6, 5, { fill: shade(person.skin, 0.5), opacity: 0.26 }),
  ].join('')
}

function mouth(person: Person): string {
  const lip = mix(person.skin, person.isWoman ? '#A83A3C' : '#93453C', person.isWoman ? 0.48 : 0.34)
  const dark = deep(person, 0.7)
  const half = person.isWoman ? 30 : 32
  const corner = (s: 1 | -1) =>
    `M${s * (half + 5)} 332C${s * (half + 8)} 336 ${s * (half + 7)} 340 ${s * (half + 4)} 342`
  return [
    path(
      `M${-half} 338C-18 335 -8 331 0 335C8 331 18 335 ${half} 338C16 346 -16 346 ${-half} 338z`,
      shade(lip, -0.14),
    ),
    path(`M${-half} 338C-14 345 14 345 ${half} 338C22 357 -22 357 ${-half} 338z`, lip),
    path('M-12 348C-4 351 6 350 12 348C6 353 -6 353 -12 348z', { fill: shade(lip, 0.5), opacity: 0.4 }),
    path(`M${-half - 3} 336C-16 345 -6 342 0 343C6 342 16 345 ${half + 3} 336`, {
      stroke: dark,
      width: 2.2,
      opacity: 0.75,
    }),
    path(corner(-1) + corner(1), { stroke: dark, width: 1.8, opacity: 0.3 }),
    path('M-16 362C-6 367 6 367 16 362', { stroke: deep(person, 0.5), width: 3, opacity: 0.2 }),
  ].join('')
}

function eye(person: Person, side: 1 | -1): string {
  const s = side
  const x = s * 43.5
  const lash = mix(person.hairColour, '#15100E', 0.75)
  const white = person.age === 2 ? '#F0E9DF' : '#F7F2EA'
  const clipId = s < 0 ? 'eye-left' : 'eye-right'
  const inside = [
    path(`M${s * 64} 240H${s * 22}V268H${s * 64}z`, white),
    circle(x, 252.5, 9.6, mix(person.eyeColour, '#14100E', 0.25)),
    circle(x, 252.8, 7.4, person.eyeColour),
    circle(x, 252.5, 4.1, '#120E0D'),
    circle(x - 2.6, 249.4, 2, '#FFFFFF'),
    path(`M${s * 66} 236H${s * 20}V250C${s * 36} 243 ${s * 54} 244 ${s * 66} 256z`, {
      fill: '#3A2420',
      opacity: 0.22,
    }),
  ].join('')
  return [
    clipped(clipId, inside),
    path(`M${s * 64} 255C${s * 54} 241 ${s * 36} 239 ${s * 24} 256`, {
      stroke: lash,
      width: person.isWoman ? 4 : 2.8,
    }),
    person.isWoman ? path(`M${s * 60} 250L${s * 68} 246`, { stroke: lash, width: 3 }) : '',
    path(`M${s * 62} 256C${s * 52} 264 ${s * 36} 264 ${s * 27} 258`, {
      stroke: deep(person, 0.55),
      width: 1.6,
      opacity: 0.5,
    }),
    path(`M${s * 66} 244C${s * 54} 232 ${s * 36} 232 ${s * 25} 244`, {
      stroke: deep(person, 0.6),
      width: 1.8,
      opacity: 0.5,
    }),
  ].join('')
}

function brow(person: Person, side: 1 | -1): string {
  const s = side
  const colour = mix(person.hairColour, '#1A1210', person.age === 2 ? 0.25 : 0.4)
  const thick = person.isWoman ? 5 : 8
  const rise = person.isWoman ? 2 : 0
  return path(
    `M${s * 21} ${229}C${s * 32} ${219 - rise} ${s * 52} ${215 - rise} ${s * 71} ${228}C${s * 54} ${219 + thick - rise * 2} ${s * 36} ${222 + thick - rise} ${s * 22} ${230 + thick * 0.7}z`,
    { fill: colour, opacity: 0.9 },
  )
}

export function glasses(person: Person): string {
  const colour = person.random.pick([ink[8], '#5A3A22', brass[6], ink[5]])
  const round = person.random.chance(0.45)
  const lens = (s: 1 | -1) => {
    const shape = round
      ? `M${s * 44 - 29} 254a29 28 0 1 0 58 0a29 28 0 1 0 -58 0z`
      : `M${s * 18} 234Q${s * 18} 228 ${s * 26} 228H${s * 64}Q${s * 74} 228 ${s * 73} 238L${s * 70} 262Q${s * 68} 277 ${s * 54} 277H${s * 36}Q${s * 22} 277 ${s * 20} 260z`
    return (
      path(shape, { fill: '#DCE8F2', opacity: 0.12 }) +
      path(shape, { stroke: colour, width: round ? 3.6 : 5 }) +
      path(`M${s * 46 - 16} 266l14 -28`, { stroke: paper[0], width: 4, opacity: 0.28 })
    )
  }
  const edge = 73
  return (
    lens(-1) +
    lens(1) +
    path('M-17 244C-10 236 10 236 17 244', { stroke: colour, width: 4 }) +
    path(`M${-edge} 242L-98 248M${edge} 242L98 248`, { stroke: colour, width: 4 })
  )
}
