import { mix, shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { circle, path } from '../shapes.ts'
import type { Clothes, Person } from './person.ts'

const { brass, ink } = palette

export function neck({ skin, isWoman }: Person): string {
  const wide = isWoman ? 50 : 60
  const shadow = mix(skin, '#2E100B', 0.55)
  return (
    path(
      `M${-wide} 320V418C${-wide} 436 -70 440 -84 446L0 540L84 446C70 440 ${wide} 436 ${wide} 418V320z`,
      shade(skin, -0.05),
    ) +
    path(`M${-wide} 340C-40 400 40 412 ${wide} 348V420C30 432 -20 424 ${-wide} 392z`, {
      fill: shadow,
      opacity: 0.34,
    }) +
    path(`M${wide} 348V418C${wide} 436 70 440 84 446L60 490C30 470 30 430 34 390z`, {
      fill: shadow,
      opacity: 0.2,
    }) +
    path('M-34 452C-20 462 -10 466 -4 476M34 452C20 462 10 466 4 476', {
      stroke: shadow,
      width: 3,
      opacity: 0.3,
    })
  )
}

export function hoodBehind({ clothes: kind, cloth }: Person): string {
  if (kind !== 'hoodie') return ''
  return (
    path('M-118 470C-140 420 -110 378 -70 372H70C110 378 140 420 118 470z', shade(cloth, -0.12)) +
    path('M-84 470C-100 430 -80 398 -56 394H56C80 398 100 430 84 470z', shade(cloth, -0.45))
  )
}

/** From the right shoulder to the left one. */
const necklines = {
  high: 'C50 440 -50 440 -62 438',
  round: 'C50 488 -50 488 -62 438',
  wide: 'C50 512 -50 512 -62 438',
  pointed: 'C40 470 20 500 0 520C-20 500 -40 470 -62 438',
}

function shoulders(colour: string, broad: number, neckline: keyof typeof necklines): string {
  const dark = shade(colour, -0.45)
  const arm = (s: 1 | -1) =>
    `M${s * (broad - 40)} 600C${s * (broad - 38)} 560 ${s * (broad - 44)} 540 ${s * (broad - 58)} 524`
  return (
    path(
      `M-62 438C-110 458 ${20 - broad} 462 ${-broad} 520L${-broad - 16} 600H${broad + 16}L${broad} 520C${broad - 20} 462 110 458 62 438${necklines[neckline]}z`,
      colour,
    ) +
    path(`M70 442C110 458 ${broad - 20} 462 ${broad} 520L${broad + 16} 600H90C104 560 112 500 70 442z`, {
      fill: dark,
      opacity: 0.16,
    }) +
    path(arm(-1) + arm(1), { stroke: dark, width: 3, opacity: 0.45 })
  )
}

export function clothes(person: Person): string {
  const broad = person.isWoman ? 158 : 182
  return dress[person.clothes](person, broad) + (person.hasEarrings ? earrings() : '')
}

function earrings(): string {
  return circle(-98, 304, 5, brass[4]) + circle(98, 304, 5, brass[5])
}

const dress: Record<Clothes, (person: Person, broad: number) => string> = {
  tee: ({ cloth }, broad) =>
    shoulders(cloth, broad, 'round') +
    path('M-62 438C-50 488 50 488 62 438', { stroke: shade(cloth, 0.22), width: 7 }),
  sweater: ({ cloth }, broad) =>
    shoulders(cloth, broad, 'round') +
    path('M-63 436C-52 488 52 488 63 436', { stroke: shade(cloth, -0.22), width: 14 }) +
    path('M-63 432C-52 482 52 482 63 432', { stroke: shade(cloth, 0.14), width: 4 }) +
    path('M-40 540V600M0 530V600M40 540V600M-80 540V600M80 540V600', {
      stroke: shade(cloth, -0.25),
      width: 2,
      opacity: 0.35,
    }),
  turtleneck: ({ cloth }, broad) =>
    shoulders(cloth, broad, 'high') +
    path('M-62 398C-30 416 30 416 62 398L70 448C40 470 -40 470 -70 448z', shade(cloth, 0.08)) +
    path('M30 412C44 410 54 404 62 398L70 448C56 458 44 462 30 464z', {
      fill: shade(cloth, -0.5),
      opacity: 0.22,
    }) +
    path('M-40 412L-44 460M-14 416L-15 466M14 416L15 466M40 412L44 460', {
      stroke: shade(cloth, -0.3),
      width: 2,
      opacity: 0.4,
    }),
  blouse: ({ cloth, secondCloth }, broad) =>
    shoulders(mix(secondCloth, cloth, 0.15), broad, 'pointed') +
    path('M-62 438C-40 470 -20 500 0 520C20 500 40 470 62 438', {
      stroke: shade(secondCloth, -0.16),
      width: 7,
    }) +
    path('M0 522V600', { stroke: shade(secondCloth, -0.3), width: 2.4 }) +
    path('M-46 440C-40 470 -16 490 0 494C16 490 40 470 46 440', { stroke: brass[4], width: 2 }) +
    circle(0, 497, 4.5, brass[4]),
  shirt: ({ cloth, secondCloth, random }, broad) => {
    const colour = random.chance(0.5) ? secondCloth : mix(cloth, secondCloth, 0.35)
    return (
      shoulders(colour, broad, 'wide') +
      path('M0 492V600', { stroke: shade(colour, -0.3), width: 2.4 }) +
      circle(0, 536, 3.4, shade(colour, -0.35)) +
      circle(0, 574, 3.4, shade(colour, -0.35)) +
      collar(colour)
    )
  },
  blazer: ({ cloth, secondCloth, isWoman }, broad) =>
    shoulders(cloth, broad, 'round') +
    path('M-62 438C-50 488 50 488 62 438L70 500L10 600H-10L-70 500z', secondCloth) +
    path('M20 474C40 466 56 456 62 438L70 500L10 600H0C20 560 24 510 20 474z', {
      fill: shade(secondCloth, -0.4),
      opacity: 0.16,
    }) +
    (isWoman ? '' : collar(secondCloth)) +
    lapel(cloth, -1) +
    lapel(cloth, 1),
  tunic: ({ cloth }, broad) =>
    shoulders(cloth, broad, 'pointed') +
    path('M-62 438C-40 470 -20 500 0 520C20 500 40 470 62 438', { stroke: shade(cloth, 0.2), width: 10 }) +
    path('M66 562H122V600H66z', shade(cloth, 0.06)) +
    path('M66 562H122', { stroke: shade(cloth, -0.3), width: 2.4 }),
  hoodie: ({ cloth }, broad) =>
    shoulders(cloth, broad, 'round') +
    path(
      'M-64 432C-104 438 -116 462 -84 478C-50 500 -20 510 0 520C20 510 50 500 84 478C116 462 104 438 64 432C52 486 -52 486 -64 432z',
      shade(cloth, 0.1),
    ) +
    path('M84 478C116 462 104 438 64 432C60 460 40 476 10 480L0 520C20 510 50 500 84 478z', {
      fill: shade(cloth, -0.5),
      opacity: 0.16,
    }) +
    path('M-18 508V572M18 508V566', { stroke: shade(cloth, 0.5), width: 4 }),
}

function collar(colour: string): string {
  const wing = (s: 1 | -1) =>
    path(
      `M${s * 58} 420C${s * 64} 430 ${s * 68} 440 ${s * 70} 450L${s * 40} 512L0 490C${s * 24} 478 ${s * 50} 450 ${s * 58} 420z`,
      s > 0 ? shade(colour, -0.08) : shade(colour, 0.16),
    ) + path(`M${s * 70} 450L${s * 40} 512L0 490`, { stroke: shade(colour, -0.28), width: 2, opacity: 0.7 })
  return wing(-1) + wing(1)
}

function lapel(colour: string, s: 1 | -1): string {
  return (
    path(
      `M${s * 64} 436C${s * 78} 446 ${s * 92} 452 ${s * 100} 458L${s * 92} 512L${s * 70} 514L${s * 84} 528L0 604C${s * 6} 560 ${s * 40} 500 ${s * 64} 436z`,
      shade(colour, s > 0 ? -0.06 : 0.12),
    ) + path(`M${s * 92} 512L${s * 70} 514L${s * 84} 528L0 604`, { stroke: ink[9], width: 2, opacity: 0.3 })
  )
}
