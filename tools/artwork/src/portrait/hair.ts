import type { Random } from '@keyhour/server/src/demo/random.ts'
import { mix, shade } from '../colour.ts'
import { circle, clipped, num, path } from '../shapes.ts'
import type { Beard, Hairstyle, Person } from './person.ts'

/** `behind` is behind the shoulders, `back` behind the ears, `front` over the forehead. */
type Hair = { behind: string; back: string; front: string }

const nothing: Hair = { behind: '', back: '', front: '' }

export function hair(person: Person): Hair {
  if (person.headwear === 'hijab' || person.headwear === 'turban') return nothing
  if (person.headwear === 'headscarf') return { ...nothing, front: temples(person.hairColour) }
  return styles[person.hairstyle](person.hairColour, person)
}

type Style = (colour: string, person: Person) => Hair

function strands(d: string, colour: string, light = true): string {
  return path(d, { stroke: shade(colour, light ? 0.28 : -0.35), width: 2.4, opacity: 0.4 })
}

function temples(colour: string): string {
  return path('M-92 236C-96 214 -90 196 -78 184L-84 232zM92 236C96 214 90 196 78 184L84 232z', colour)
}

const bald: Style = (colour, { skin, age }) => ({
  ...nothing,
  front:
    path('M-52 134C-30 120 6 118 30 126C4 126 -26 132 -52 134z', { fill: shade(skin, 0.6), opacity: 0.35 }) +
    (age > 0
      ? path(
          'M-94 262C-98 232 -96 206 -88 190C-86 212 -86 236 -88 262zM94 262C98 232 96 206 88 190C86 212 86 236 88 262z',
          {
            fill: colour,
            opacity: 0.75,
          },
        )
      : ''),
})

const cropped: Style = (colour, { skin }) => ({
  ...nothing,
  front:
    path(
      'M-96 258C-104 160 -66 104 0 103C66 104 104 160 96 258L88 240C90 210 84 188 66 174C30 164 -30 164 -66 174C-84 188 -90 210 -88 240z',
      mix(colour, skin, 0.1),
    ) +
    path(
      'M-96 258C-100 220 -98 190 -88 170C-84 190 -88 214 -88 240zM96 258C100 220 98 190 88 170C84 190 88 214 88 240z',
      { fill: skin, opacity: 0.28 },
    ) +
    strands('M-60 132C-40 116 -10 112 16 114M-74 152C-50 130 -20 124 10 126', colour),
})

const sidePart: Style = (colour) => ({
  ...nothing,
  front:
    path(
      'M-97 256C-110 170 -84 96 -8 92C70 86 112 150 97 256L87 232C88 206 82 190 72 178C40 180 4 172 -40 150C-58 166 -82 186 -87 232z',
      colour,
    ) +
    path(
      'M97 256L87 232C88 206 82 190 72 178C60 178 44 178 30 174C60 152 76 142 84 138C100 166 102 212 97 256z',
      { fill: shade(colour, -0.4), opacity: 0.3 },
    ) +
    strands(
      'M-38 148C-10 128 30 116 66 122M-30 152C2 142 44 140 80 156M-52 158C-70 160 -84 186 -90 214',
      colour,
    ),
})

const quiff: Style = (colour) => ({
  ...nothing,
  front:
    path(
      'M-96 254C-104 180 -92 128 -62 108C-30 76 60 74 78 112C102 134 106 190 96 254L87 232C90 200 82 178 70 168C50 150 10 158 -20 152C-46 150 -66 160 -74 174C-84 188 -88 208 -87 232z',
      colour,
    ) +
    path(
      'M96 254L87 232C90 200 82 178 70 168C62 160 52 156 40 154C64 140 74 124 76 110C102 134 106 190 96 254z',
      { fill: shade(colour, -0.4), opacity: 0.32 },
    ) +
    strands(
      'M-54 150C-40 116 10 94 60 102M-34 148C-16 126 20 110 66 116M-8 148C10 134 34 126 64 132',
      colour,
    ),
})

function curls(
  spots: readonly (readonly [number, number, number])[],
  colour: string,
  random: Random,
): string {
  return spots
    .map(([x, y, r]) => {
      const tone = shade(colour, random.between(-0.12, 0.12))
      return (
        circle(x, y, r, tone) +
        path(
          `M${num(x - r * 0.5)} ${num(y + r * 0.1)}a${num(r * 0.5)} ${num(r * 0.5)} 0 0 1 ${num(r * 0.8)} ${num(-r * 0.45)}`,
          {
            stroke: shade(tone, 0.35),
            width: 2.4,
            opacity: 0.5,
          },
        )
      )
    })
    .join('')
}

function ring(
  count: number,
  radius: readonly [number, number],
  size: number,
  random: Random,
): [number, number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const turn = Math.PI * (1 + i / (count - 1))
    return [Math.cos(turn) * radius[0], 206 + Math.sin(turn) * radius[1], size * random.between(0.85, 1.15)]
  })
}

const shortCurls: Style = (colour, { random }) => ({
  ...nothing,
  front:
    path(
      'M-95 250C-104 164 -70 100 0 98C70 100 104 164 95 250L87 226C86 200 80 184 64 172C30 160 -30 160 -64 172C-80 184 -86 200 -87 226z',
      colour,
    ) +
    curls([...ring(13, [92, 104], 18, random), ...ring(9, [66, 62], 16, random).slice(1, 8)], colour, random),
})

const receding: Style = (colour) => ({
  ...nothing,
  front:
    path(
      'M-97 262C-110 170 -78 98 0 98C78 98 110 170 97 262L87 236C88 212 84 196 80 184C84 160 64 144 40 138C28 146 12 148 0 142C-12 148 -28 146 -40 138C-64 144 -84 160 -80 184C-84 196 -88 212 -87 236z',
      colour,
    ) +
    path(
      'M97 262L87 236C88 212 84 196 80 184C84 160 64 144 40 138C60 140 76 142 84 144C100 172 102 216 97 262z',
      {
        fill: shade(colour, -0.4),
        opacity: 0.25,
      },
    ) +
    strands(
      'M-44 128C-20 110 20 108 50 124M-94 220C-98 190 -92 160 -78 138M-30 138C-10 122 14 120 34 130',
      colour,
    ),
})

const pixie: Style = (colour) => ({
  ...nothing,
  back: path('M-100 270C-116 170 -84 92 0 90C84 92 116 170 100 270z', shade(colour, -0.25)),
  front:
    path(
      'M-98 272C-116 170 -84 92 0 88C86 90 116 170 98 272C94 250 92 230 86 206C60 202 20 190 -12 160C-30 190 -64 206 -84 212C-90 232 -94 252 -98 272z',
      colour,
    ) +
    strands(
      'M-10 158C10 124 50 112 84 140M-6 162C22 168 54 184 84 200M-14 158C-44 150 -74 170 -90 212',
      colour,
    ),
})

const bob: Style = (colour) => ({
  ...nothing,
  back: path(
    'M0 84C-96 84 -124 160 -122 250C-122 310 -128 340 -110 356C-60 370 60 370 110 356C128 340 122 310 122 250C124 160 96 84 0 84z',
    shade(colour, -0.22),
  ),
  front:
    path(
      'M-4 86C-96 82 -128 170 -120 262C-120 310 -128 344 -104 356C-84 350 -84 320 -88 280C-92 236 -84 196 -36 152C10 182 62 188 86 208C92 250 92 300 90 334C92 350 100 358 106 356C128 342 120 308 120 262C128 170 92 88 -4 86z',
      colour,
    ) +
    strands(
      'M-36 150C-10 118 40 106 80 128M-40 154C-84 176 -106 230 -106 330M-30 152C20 172 70 178 92 204C108 240 108 300 104 344',
      colour,
    ),
})

const longStraight: Style = (colour) => ({
  behind: path(
    'M0 86C-100 84 -128 170 -124 260C-122 360 -140 440 -128 520H128C140 440 122 360 124 260C128 170 100 84 0 86z',
    shade(colour, -0.28),
  ),
  back: '',
  front:
    path(
      'M0 86C-100 84 -128 170 -122 262C-120 330 -132 400 -126 470C-106 440 -92 380 -90 320C-96 250 -84 192 0 148C84 192 96 250 90 320C92 380 106 440 126 470C132 400 120 330 122 262C128 170 100 84 0 86z',
      colour,
    ) +
    strands(
      'M-2 146C-50 160 -96 200 -104 280C-106 340 -112 390 -116 430M2 146C50 160 96 200 104 280C106 340 112 390 116 430M-20 104C-70 116 -106 160 -112 230',
      colour,
    ),
})

const longWaves: Style = (colour) => ({
  behind: path(
    'M0 84C-110 82 -136 170 -128 250C-120 300 -152 340 -140 400C-130 450 -156 480 -130 530H130C156 480 130 450 140 400C152 340 120 300 128 250C136 170 110 82 0 84z',
    shade(colour, -0.28),
  ),
  back: '',
  front:
    path(
      'M-20 86C-110 84 -134 170 -124 250C-114 300 -148 340 -134 396C-124 440 -142 460 -128 496C-100 470 -96 420 -106 384C-116 346 -86 320 -90 282C-96 230 -84 190 -44 148C0 184 60 184 84 212C98 250 84 300 104 340C120 380 98 410 106 446C112 476 122 486 132 496C146 460 126 440 136 396C150 340 116 300 126 250C134 170 96 84 -20 86z',
      colour,
    ) +
    strands(
      'M-46 146C-16 112 40 100 84 124M-48 150C-96 186 -110 240 -102 290C-96 330 -128 350 -120 400M-36 150C10 176 66 176 94 206C116 250 100 300 116 340C130 380 112 420 122 456',
      colour,
    ),
})

const bigCurls: Style = (colour, { random }) => ({
  ...nothing,
  behind: curls(
    [
      ...ring(12, [124, 116], 34, random),
      ...[-1, 1].flatMap((s) =>
        [240, 282, 322, 356].map((y) => [s * (122 - (y - 240) * 0.12), y, 32] as const),
      ),
    ],
    shade(colour, -0.16),
    random,
  ),
  front:
    path(
      'M-97 250C-110 160 -70 96 0 96C70 96 110 160 97 250C92 214 84 190 62 170C30 158 -30 158 -62 170C-84 190 -92 214 -97 250z',
      colour,
    ) +
    curls(
      [...ring(12, [100, 112], 25, random), ...ring(9, [72, 66], 21, random).slice(1, 8)],
      colour,
      random,
    ),
})

const bun: Style = (colour) => ({
  ...nothing,
  back:
    circle(0, 88, 44, shade(colour, -0.1)) +
    strands('M-30 88C-26 62 20 56 32 84M-20 98C-10 74 20 76 26 98', colour),
  front:
    path(
      'M-97 254C-112 164 -74 98 0 98C74 98 112 164 97 254C92 226 90 210 80 194C56 166 24 156 0 154C-24 156 -56 166 -80 194C-90 210 -92 226 -97 254z',
      colour,
    ) +
    strands(
      'M-4 152C-4 130 -2 116 0 100M-30 158C-26 136 -14 116 -4 102M30 158C26 136 14 116 4 102M-62 176C-54 144 -30 118 -8 104M62 176C54 144 30 118 8 104',
      colour,
    ),
})

const braids: Style = (colour, { random }) => {
  const braid = (x: number, end: number) =>
    Array.from({ length: Math.floor((end - 200) / 15) }, (_, i) => {
      const y = 206 + i * 15
      const tone = shade(colour, random.between(-0.06, 0.16))
      return `<ellipse cx="${num(x + Math.sin(i * 0.5) * 2)}" cy="${y}" rx="9" ry="9.500" fill="${tone}"/>`
    }).join('')
  return {
    behind: [-110, -90, 90, 110].map((x) => braid(x, 520)).join(''),
    back: '',
    front:
      path(
        'M-97 262C-116 166 -76 92 0 92C76 92 116 166 97 262C92 226 88 206 78 190C50 164 20 156 0 154C-20 156 -50 164 -78 190C-88 206 -92 226 -97 262z',
        colour,
      ) +
      strands(
        'M0 154V94M-22 156C-24 130 -18 110 -10 96M22 156C24 130 18 110 10 96M-46 164C-50 136 -36 114 -20 100M46 164C50 136 36 114 20 100M-70 180C-74 150 -56 124 -34 108M70 180C74 150 56 124 34 108',
        colour,
      ) +
      braid(-99, 470) +
      braid(99, 470),
  }
}

const styles: Record<Hairstyle, Style> = {
  bald,
  cropped,
  sidePart,
  quiff,
  shortCurls,
  receding,
  pixie,
  bob,
  longStraight,
  longWaves,
  bigCurls,
  bun,
  braids,
}

const jawLine = 'M-98 262C-94 300 -84 330 -70 350L-90 400H90L70 350C84 330 94 300 98 262C88 276 84 306 66 316'

const beards: Record<Beard, (colour: string) => string> = {
  none: () => '',
  stubble: (colour) =>
    path(
      `${jawLine}C44 322 34 326 30 332C20 324 -20 324 -30 332C-34 326 -44 322 -66 316C-84 306 -88 276 -98 262z`,
      {
        fill: colour,
        opacity: 0.15,
      },
    ),
  short: (colour) =>
    path(
      `${jawLine}C46 322 40 330 36 342C26 364 -26 364 -36 342C-40 330 -46 322 -66 316C-84 306 -88 276 -98 262z`,
      {
        fill: colour,
        opacity: 0.88,
      },
    ) + moustache(colour, 0.88),
  full: (colour) =>
    path(
      `${jawLine}C46 318 40 328 36 342C26 362 -26 362 -36 342C-40 328 -46 318 -66 316C-84 306 -88 276 -98 262z`,
      colour,
    ) + moustache(colour, 1),
  moustache: (colour) => moustache(colour, 0.95),
  goatee: (colour) =>
    path('M-34 350C-30 330 -40 400 0 400C40 400 30 330 34 350C30 362 16 360 0 360C-16 360 -30 362 -34 350z', {
      fill: colour,
      opacity: 0.85,
    }) + moustache(colour, 0.85),
}

function moustache(colour: string, opacity: number): string {
  return path(
    'M0 324C-14 318 -34 326 -41 343C-28 340 -12 337 0 336C12 337 28 340 41 343C34 326 14 318 0 324z',
    { fill: colour, opacity },
  )
}

/** A full one extends below the chin. */
export function beard(person: Person): string {
  const colour = mix(person.hairColour, '#1A1210', person.age === 2 ? 0.05 : 0.2)
  const inside = clipped('face', beards[person.beard](colour))
  if (person.beard !== 'full') return inside
  const below =
    path(
      'M-84 322C-80 380 -46 418 0 420C46 418 80 380 84 322C70 366 40 372 0 374C-40 372 -70 366 -84 322z',
      colour,
    ) +
    path(
      'M-50 372C-44 390 -30 404 -18 410M50 372C44 390 30 404 18 410M-20 378C-18 394 -12 406 -6 412M22 378C20 394 14 406 8 412',
      {
        stroke: shade(colour, 0.25),
        width: 2,
        opacity: 0.4,
      },
    )
  return inside + below
}
