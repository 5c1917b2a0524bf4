import { createRandom, type Random } from '@keyhour/server/src/demo/random.ts'
import { mix } from '../colour.ts'
import { palette } from '../palette.ts'

export type Hairstyle =
  | 'bald'
  | 'cropped'
  | 'sidePart'
  | 'quiff'
  | 'shortCurls'
  | 'receding'
  | 'pixie'
  | 'bob'
  | 'longStraight'
  | 'longWaves'
  | 'bigCurls'
  | 'bun'
  | 'braids'

export type Headwear = 'none' | 'kippah' | 'hijab' | 'headscarf' | 'turban'
export type Beard = 'none' | 'stubble' | 'short' | 'full' | 'moustache' | 'goatee'
export type Clothes = 'shirt' | 'blazer' | 'sweater' | 'turtleneck' | 'blouse' | 'tee' | 'tunic' | 'hoodie'

export type Person = {
  random: Random
  isWoman: boolean
  /** 0 young, 1 in the middle, 2 old. */
  age: 0 | 1 | 2
  skin: string
  isFair: boolean
  hairColour: string
  eyeColour: string
  hairstyle: Hairstyle
  headwear: Headwear
  beard: Beard
  clothes: Clothes
  cloth: string
  secondCloth: string
  hasGlasses: boolean
  hasEarrings: boolean
  /** Relative to the drawn head. */
  width: number
  height: number
  /** Width and height relative to the drawn features. */
  eyeSize: readonly [number, number]
  noseSize: readonly [number, number]
  mouthSize: readonly [number, number]
  /** Path of the face without ears; x is measured from its middle. */
  outline: string
}

const { brass, brick, dusk, ink, paper, skin, wood } = palette

const men: readonly Hairstyle[] = [
  'bald',
  'cropped',
  'sidePart',
  'quiff',
  'shortCurls',
  'receding',
  'sidePart',
  'cropped',
]
const women: readonly Hairstyle[] = [
  'pixie',
  'bob',
  'longStraight',
  'longWaves',
  'bigCurls',
  'bun',
  'braids',
  'longWaves',
  'longStraight',
]

export function personOf(seed: number): Person {
  const random = createRandom(seed, 'portrait')
  const isWoman = Math.abs(Math.trunc(seed)) % 2 === 1
  const age = random.pick([0, 0, 1, 1, 1, 2] as const)
  const tone = random.whole(0, 8)
  const cover = headwearOf(isWoman, random)
  return {
    random,
    isWoman,
    age,
    skin: mix(skin[tone]!, skin[tone + 1]!, random.next()),
    isFair: tone < 5,
    hairColour: hairColourOf(tone, age, random),
    eyeColour:
      tone > 3
        ? random.pick([wood[8], wood[7], ink[8]])
        : random.pick([wood[7], wood[6], dusk[5], '#5E7350']),
    hairstyle: hairstyleOf(isWoman, cover, age, random),
    headwear: cover,
    beard: isWoman
      ? 'none'
      : random.pick(['none', 'none', 'stubble', 'short', 'full', 'moustache', 'goatee']),
    clothes: clothesOf(isWoman, cover, random),
    cloth: random.pick([dusk[7], ink[7], brick[6], dusk[5], paper[5], brass[6], '#5C4A5A', '#3E5560']),
    secondCloth: random.pick([paper[0], paper[2], dusk[1], dusk[3], '#E3C9B8']),
    hasGlasses: random.chance(age === 2 ? 0.5 : 0.25),
    hasEarrings: isWoman && random.chance(0.6),
    width: random.between(0.95, 1.03) * (isWoman ? 0.97 : 1.02),
    height: random.between(0.98, 1.03),
    eyeSize: [random.between(0.95, 1.04), random.between(0.88, 1.04)],
    noseSize: [random.between(0.88, 1.2) + tone * 0.012, random.between(0.94, 1.06)],
    mouthSize: [random.between(0.92, 1.08), random.between(0.9, 1.2) + tone * 0.02],
    outline: outlineOf(isWoman, random),
  }
}

function headwearOf(isWoman: boolean, random: Random): Headwear {
  return isWoman
    ? random.pick(['none', 'none', 'none', 'none', 'hijab', 'headscarf'])
    : random.pick(['none', 'none', 'none', 'none', 'none', 'kippah', 'kippah', 'turban'])
}

function hairstyleOf(isWoman: boolean, cover: Headwear, age: number, random: Random): Hairstyle {
  if (cover === 'kippah') return random.pick(['cropped', 'sidePart', 'shortCurls'])
  if (isWoman) return random.pick(women)
  return age === 0 ? random.pick(men.filter((style) => style !== 'receding')) : random.pick(men)
}

function clothesOf(isWoman: boolean, cover: Headwear, random: Random): Clothes {
  if (cover === 'hijab') return random.pick(['sweater', 'blazer', 'tunic'])
  return isWoman
    ? random.pick(['blouse', 'blazer', 'turtleneck', 'sweater', 'tunic', 'tee', 'shirt'])
    : random.pick(['shirt', 'blazer', 'sweater', 'tee', 'turtleneck', 'hoodie', 'tunic', 'shirt'])
}

function hairColourOf(tone: number, age: number, random: Random): string {
  const natural =
    tone > 4
      ? random.pick(['#1B1513', '#241A16', '#2E201A'])
      : random.pick(['#2A1D17', '#4A3122', '#6B4528', '#9A6B3A', '#C79A5B', '#7C3F22', '#221A18'])
  if (age === 2) return mix(natural, '#D9D6D1', random.between(0.72, 0.92))
  return age === 1 && random.chance(0.3) ? mix(natural, '#B5B0AA', 0.4) : natural
}

function outlineOf(isWoman: boolean, random: Random): string {
  const jaw = isWoman ? random.between(60, 70) : random.between(68, 82)
  const chin = isWoman ? random.between(22, 32) : random.between(30, 46)
  const cheek = random.between(90, 95)
  return [
    'M0 116',
    `C60 116 ${cheek + 2} 152 ${cheek} 228`,
    `C${cheek} 272 ${jaw + 14} 312 ${jaw} 336`,
    `C${jaw - 14} 362 ${chin + 10} 386 0 386`,
    `C${-chin - 10} 386 ${14 - jaw} 362 ${-jaw} 336`,
    `C${-jaw - 14} 312 ${-cheek} 272 ${-cheek} 228`,
    `C${-cheek - 2} 152 -60 116 0 116z`,
  ].join('')
}
