import { mix, shade } from './colour.ts'
import { palette } from './palette.ts'
import { clothes, hoodBehind, neck } from './portrait/clothes.ts'
import { face, glasses } from './portrait/face.ts'
import { beard, hair } from './portrait/hair.ts'
import { headwear } from './portrait/headwear.ts'
import { type Person, personOf } from './portrait/person.ts'
import { clip, group, path, picture, radialGradient, rect, verticalGradient } from './shapes.ts'

const { dusk, paper } = palette

/** 480 × 600, like an ID photo. */
export function portrait(seed: number): string {
  const person = personOf(seed)
  const look = hair(person)
  const cover = headwear(person)
  const head = group(
    `translate(0 250) scale(${person.width} ${person.height}) translate(0 -250)`,
    [
      look.back,
      cover.back,
      ears(person),
      face(person),
      beard(person),
      look.front,
      person.hasGlasses ? glasses(person) : '',
      cover.front,
    ].join(''),
  )
  const body = [
    rect([0, 0, 480, 600], 'url(#wall)'),
    group(
      'translate(240 600) scale(1.12) translate(0 -574)',
      [
        look.behind,
        lowered(hoodBehind(person) + neck(person) + clothes(person)),
        head,
        lowered(cover.over),
      ].join(''),
    ),
    rect([0, 0, 480, 600], 'url(#vignette)'),
  ]
  return picture({
    name: `portrait-${seed}`,
    width: 480,
    height: 600,
    defs: defs(person, seed),
    body: body.join(''),
  })
}

function lowered(body: string): string {
  return group('translate(0 -26) scale(1 1.05)', body)
}

function defs(person: Person, seed: number): string {
  const backgrounds = [dusk[1], paper[2], dusk[0], '#E4E7EA', paper[3]]
  const wall = backgrounds[Math.abs(Math.trunc(seed)) % backgrounds.length]!
  return [
    verticalGradient('wall', [
      [0, shade(wall, 0.3)],
      [1, shade(wall, -0.08)],
    ]),
    radialGradient('vignette', [
      [0.6, '#14181F', 0],
      [1, '#14181F', 0.1],
    ]),
    radialGradient('blush', [
      [0, mix(person.skin, '#C4472F', 0.45), 0.36],
      [1, mix(person.skin, '#C4472F', 0.45), 0],
    ]),
    radialGradient('sheen', [
      [0, shade(person.skin, 0.4), person.isFair ? 0.5 : 0.3],
      [1, shade(person.skin, 0.4), 0],
    ]),
    clip('face', path(person.outline, '#000000')),
    clip('eye-left', path('M-62 254C-54 242 -36 240 -25 256C-36 263 -52 263 -62 254z', '#000000')),
    clip('eye-right', path('M62 254C54 242 36 240 25 256C36 263 52 263 62 254z', '#000000')),
  ].join('')
}

function ears({ skin }: Person): string {
  const ear = (side: 1 | -1) =>
    path(
      `M${side * 88} 238C${side * 104} 226 ${side * 112} 240 ${side * 108} 262C${side * 106} 282 ${side * 100} 298 ${side * 88} 294z`,
      side > 0 ? shade(skin, -0.14) : shade(skin, -0.03),
    ) +
    path(
      `M${side * 95} 246C${side * 104} 242 ${side * 104} 260 ${side * 98} 270C${side * 96} 278 ${side * 96} 284 ${side * 92} 284`,
      {
        stroke: mix(skin, '#6E2F22', 0.42),
        width: 2.2,
        opacity: 0.6,
      },
    )
  return ear(-1) + ear(1)
}
