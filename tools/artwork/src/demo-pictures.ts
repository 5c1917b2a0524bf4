import { PICTURE_WIDTHS, pictureAt } from '@keyhour/contract/picture-address'
import { type House, OFFICES } from '@keyhour/server/src/demo/offices.ts'
import { PEOPLE } from '@keyhour/server/src/demo/people.ts'
import { listDemoPictures } from '@keyhour/server/src/demo/pictures.ts'
import { jpeg, webp } from './formats.ts'
import type { PictureFile } from './picture-file.ts'
import { portrait } from './portrait.ts'
import { scene, spaceTypes } from './scene.ts'
import { storefront } from './storefront.ts'

/** `storefront` uses the styles in this order. */
const HOUSES: House[] = ['bauhaus', 'stone arches', 'glass tower', 'warehouse', 'altbau', 'garden house']
const MOST_ROOMS = 100
const SHOWN = new Set(listDemoPictures())
const FULL_WIDTH = 1280

/** Like an uploaded picture: the name without a width is the largest. */
function inEachWidth(file: string, draw: () => string): PictureFile[] {
  const narrower = PICTURE_WIDTHS.filter((width) => width < FULL_WIDTH)
  return [
    { file, draw: () => webp(draw(), FULL_WIDTH) },
    ...narrower.map((width) => ({ file: pictureAt(file, width), draw: () => webp(draw(), width) })),
  ]
}

const storefronts = OFFICES.flatMap(({ key, hours, house }, index) => {
  const isOpenAtNight = hours === null || hours[1] < hours[0]
  const seed = index * HOUSES.length + HOUSES.indexOf(house)
  return inEachWidth(`storefront-${key}.webp`, () => storefront(seed, isOpenAtNight ? 'dark' : 'light'))
})

/** The product says which it shows. */
const rooms = spaceTypes.flatMap((type) =>
  Array.from({ length: MOST_ROOMS }, (_, seed) => ({ file: `${type}-${seed}.webp`, seed }))
    .filter(({ file }) => SHOWN.has(file))
    .flatMap(({ file, seed }) => inEachWidth(file, () => scene(type, seed))),
)

/** JPEG, as the product stores ID photos. */
const faces = PEOPLE.flatMap(({ face }): PictureFile[] =>
  face === null ? [] : [{ file: `face-${face}.jpg`, draw: () => jpeg(portrait(face), 80) }],
)

export const demoPictures: PictureFile[] = [...storefronts, ...rooms, ...faces]
