import { portrait } from '@keyhour/artwork/portrait'
import { scene } from '@keyhour/artwork/scene'
import { storefront } from '@keyhour/artwork/storefront'
import { SpaceType } from '@keyhour/contract/offices'
import sharp from 'sharp'
import { PEOPLE } from '#server/demo/people.ts'
import { type DemoOffice, type DemoSpace, type House, OFFICES } from '#server/demo/places.ts'
import { inEachWidth } from '#server/features/pictures/draw-picture.ts'
import type { Deps } from '#server/http/routes.ts'
import type { DrawnPicture } from '#server/outside/files.ts'

/** In the order in which the seeds of a storefront go round. */
const HOUSES: House[] = ['bauhaus', 'stone arches', 'glass tower', 'warehouse', 'altbau', 'garden house']
const ROOMS_OF_A_TYPE = 5
const AT_ONCE = 4
const TOLD_EVERY = 24
/** More effort takes twice the time for one kilobyte less. */
const QUALITY = { quality: 80, effort: 2 }
const FACE = { quality: 80 }

/** Names in the file store. */
export type Pictures = {
  ofOffice: Map<DemoOffice, string[]>
  ofSpace: Map<DemoSpace, string[]>
  /** By account. */
  ofPerson: Map<string, string>
}

type Tell = (sentence: string) => void

/** Each drawing is made once; each place and person gets files of its own, free to be replaced later. */
export async function drawPictures({ files, secrets }: Deps, tell: Tell): Promise<Pictures> {
  const drawn = await renderAll(listDrawings(), tell)
  const pictures: Pictures = { ofOffice: new Map(), ofSpace: new Map(), ofPerson: new Map() }
  const keep = (folder: 'office_images' | 'sub_office_images', drawings: string[]) =>
    Promise.all(drawings.map((name) => files.keepPicture(folder, drawn.get(name)!)))

  await inTurns(OFFICES, async (office) => {
    const [first] = office.spaces
    const inside = first ? drawingsOf(first, 2).slice(-1) : ['office 4']
    pictures.ofOffice.set(office, await keep('office_images', [`storefront ${office.key}`, ...inside]))
  })
  await inTurns(SPACES, async (space) => {
    const drawings = drawingsOf(space, space.capacity % 2 ? 1 : 2)
    pictures.ofSpace.set(space, await keep('sub_office_images', drawings))
  })
  await inTurns(PEOPLE, async ({ account, face }) => {
    if (face === null) return
    const photo = secrets.sealBytes(drawn.get(`face ${face}`)!.largest)
    pictures.ofPerson.set(account, await files.keep('passport_images', 'jpg', photo))
  })
  return pictures
}

const SPACES = OFFICES.flatMap((office) => office.spaces)

/** Neighbours of one type get different rooms. */
function drawingsOf(space: DemoSpace, count: number): string[] {
  const at = SPACES.filter(({ type }) => type === space.type).indexOf(space)
  return Array.from({ length: count }, (_, more) => `${space.type} ${(at + more * 2) % ROOMS_OF_A_TYPE}`)
}

type Drawing = { name: string; format: 'webp' | 'jpeg'; draw: () => string }

function listDrawings(): Drawing[] {
  const outside = OFFICES.map(({ key, hours, house }, at): Drawing => {
    const isOpenLate = hours === null || hours[1] < hours[0]
    const seed = at * HOUSES.length + HOUSES.indexOf(house)
    const draw = () => storefront(seed, isOpenLate ? 'dark' : 'light')
    return { name: `storefront ${key}`, format: 'webp', draw }
  })
  const inside = SpaceType.options.flatMap((type) =>
    Array.from({ length: ROOMS_OF_A_TYPE }, (_, seed): Drawing => {
      return { name: `${type} ${seed}`, format: 'webp', draw: () => scene(type, seed) }
    }),
  )
  const faces = PEOPLE.flatMap(({ face }): Drawing[] =>
    face === null ? [] : [{ name: `face ${face}`, format: 'jpeg', draw: () => portrait(face) }],
  )
  return [...outside, ...inside, ...faces]
}

async function renderAll(drawings: Drawing[], tell: Tell): Promise<Map<string, DrawnPicture>> {
  const drawn = new Map<string, DrawnPicture>()
  tell(`Drawing ${drawings.length} pictures…`)
  await inTurns(drawings, async (drawing) => {
    drawn.set(drawing.name, await render(drawing))
    if (drawn.size % TOLD_EVERY === 0) {
      tell(`Drawing ${drawings.length} pictures… ${drawn.size} of ${drawings.length}`)
    }
  })
  return drawn
}

/** A picture in its widths; a face is only ever seen small. */
async function render({ format, draw }: Drawing): Promise<DrawnPicture> {
  const drawing = sharp(Buffer.from(draw())).removeAlpha()
  if (format === 'jpeg') return { largest: await drawing.jpeg(FACE).toBuffer(), narrower: [] }
  return inEachWidth(await drawing.raw().toBuffer({ resolveWithObject: true }), QUALITY)
}

/** A few at a time: as many as there are threads for it, and no more in memory. */
async function inTurns<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  })
  await Promise.all(workers)
}
