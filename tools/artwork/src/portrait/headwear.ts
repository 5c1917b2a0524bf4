import { shade } from '../colour.ts'
import { palette } from '../palette.ts'
import { group, path } from '../shapes.ts'
import type { Headwear, Person } from './person.ts'

/** `over` also covers the clothes. */
type Cover = { back: string; front: string; over: string }

const { brass, brick, dusk, ink, paper } = palette
const nothing: Cover = { back: '', front: '', over: '' }

export function headwear(person: Person): Cover {
  return covers[person.headwear](person)
}

const cloths = [dusk[5], brick[4], '#7A5C6C', dusk[7], paper[4], brass[5], '#4C6A70', ink[6]]

function folds(d: string, colour: string): string {
  return path(d, { stroke: shade(colour, -0.35), width: 2.6, opacity: 0.45 })
}

const covers: Record<Headwear, (person: Person) => Cover> = {
  none: () => nothing,
  kippah: ({ random, hairstyle }) => {
    const colour = random.pick([ink[8], dusk[7], '#5B3B4B', paper[2]])
    const lift = hairstyle === 'shortCurls' ? -6 : 7
    return {
      ...nothing,
      front: group(
        `translate(0 ${lift})`,
        path('M-60 116C-54 72 54 72 60 116C36 102 -36 102 -60 116z', colour) +
          path('M-60 116C-36 102 36 102 60 116C36 109 -36 109 -60 116z', {
            fill: shade(colour, 0.5),
            opacity: 0.6,
          }) +
          path('M0 84V104M-30 90L-24 107M30 90L24 107', {
            stroke: shade(colour, 0.35),
            width: 1.8,
            opacity: 0.5,
          }),
      ),
    }
  },
  hijab: ({ random }) => {
    const colour = random.pick(cloths)
    return {
      back: path(
        'M0 78C-112 78 -132 180 -124 270C-118 350 -120 390 -140 430H140C120 390 118 350 124 270C132 180 112 78 0 78z',
        shade(colour, -0.2),
      ),
      front:
        path(
          'M0 150C-60 152 -84 190 -88 236C-92 190 -72 136 0 134C72 136 92 190 88 236C84 190 60 152 0 150z',
          shade(colour, -0.4),
        ) +
        `<path fill-rule="evenodd" fill="${colour}" d="M0 74C-114 74 -134 180 -126 270C-120 350 -112 380 -104 400C-60 440 60 440 104 400C112 380 120 350 126 270C134 180 114 74 0 74zM0 140C66 142 88 190 88 250C88 320 54 386 0 390C-54 386 -88 320 -88 250C-88 190 -66 142 0 140z"/>` +
        path(
          'M126 270C134 180 114 74 0 74C90 90 110 180 100 262C96 330 60 386 0 394C0 410 60 420 104 400C112 380 120 350 126 270z',
          { fill: shade(colour, -0.5), opacity: 0.22 },
        ) +
        folds(
          'M-60 92C-100 130 -112 200 -106 280M-92 330C-70 376 -30 396 0 398M60 96C96 130 112 190 108 270C106 320 90 356 60 382M-30 80C-60 92 -84 116 -96 146',
          colour,
        ),
      over:
        path(
          'M-112 384C-150 420 -176 470 -166 540C-100 556 60 560 150 520C166 470 140 420 112 384C70 428 -60 428 -112 384z',
          colour,
        ) +
        path('M112 384C140 420 166 470 150 520C120 534 90 542 56 546C100 500 110 440 84 406z', {
          fill: shade(colour, -0.5),
          opacity: 0.2,
        }) +
        folds(
          'M-104 398C-40 450 50 470 130 450M-124 420C-70 486 20 510 140 496M-150 462C-120 510 -60 536 0 542',
          colour,
        ),
    }
  },
  headscarf: ({ random }) => {
    const colour = random.pick(cloths)
    const second = random.pick([paper[1], brass[3], brick[3], dusk[2]])
    return {
      back: path('M60 96C120 70 150 130 116 176C100 200 84 180 70 150z', shade(colour, -0.18)),
      front:
        path(
          'M-97 236C-122 150 -86 74 0 70C88 70 124 150 97 236C90 204 66 172 0 164C-66 172 -90 204 -97 236z',
          colour,
        ) +
        path(
          'M-94 222C-98 196 -60 146 10 138C60 134 98 170 96 214C84 184 50 160 0 164C-54 168 -86 196 -94 222z',
          { fill: second, opacity: 0.85 },
        ) +
        path('M97 236C124 150 88 70 0 70C70 86 92 140 80 196C88 208 94 222 97 236z', {
          fill: shade(colour, -0.5),
          opacity: 0.22,
        }) +
        folds(
          'M-70 118C-30 92 30 86 76 112M-88 152C-44 116 40 104 92 142M-92 186C-50 146 40 128 96 170',
          colour,
        ),
      over: '',
    }
  },
  turban: ({ random }) => {
    const colour = random.pick(cloths)
    return {
      ...nothing,
      front:
        path(
          'M-100 214C-136 150 -106 60 0 56C106 60 136 150 100 214C70 176 30 150 0 148C-30 150 -70 176 -100 214z',
          colour,
        ) +
        path('M100 214C136 150 106 60 0 56C86 80 104 140 84 194z', {
          fill: shade(colour, -0.5),
          opacity: 0.24,
        }) +
        folds(
          'M0 148C-40 130 -90 140 -108 180M0 148C-46 106 -96 104 -114 146M0 148C-40 84 -80 76 -98 100M0 148C40 130 90 140 108 180M0 148C46 106 96 104 114 146M0 148C40 84 80 76 98 100',
          colour,
        ) +
        path('M-12 150L0 120L12 150z', shade(colour, 0.3)),
    }
  },
}
