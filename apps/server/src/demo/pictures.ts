import { readFile } from 'node:fs/promises'
import type { SpaceType } from '@keyhour/contract/offices'
import { PICTURE_WIDTHS, pictureAt } from '@keyhour/contract/picture-address'
import { type DemoOffice, type DemoSpace, OFFICES } from '#server/demo/offices.ts'
import { type DemoPerson, PEOPLE } from '#server/demo/people.ts'
import type { Deps } from '#server/http/routes.ts'
import type { PictureFolder } from '#server/outside/files.ts'

const FULL_WIDTH = 1280
const NARROWER = PICTURE_WIDTHS.filter((width) => width < FULL_WIDTH)

/** Names in the file store. */
export type Pictures = {
  ofOffice: Map<DemoOffice, string[]>
  ofSpace: Map<DemoSpace, string[]>
  ofPerson: Map<string, string>
}

/** Every office, space and person has its own files, so replacing a picture changes no other. */
export async function storePictures(
  { files, secrets }: Pick<Deps, 'files' | 'secrets'>,
  source: URL,
): Promise<Pictures> {
  const pictures: Pictures = { ofOffice: new Map(), ofSpace: new Map(), ofPerson: new Map() }
  const read = (file: string) => readFile(new URL(file, source))
  const store = async (folder: PictureFolder, file: string) =>
    files.keepPicture(folder, {
      largest: await read(file),
      narrower: await Promise.all(
        NARROWER.map(async (width) => ({ width, bytes: await read(pictureAt(file, width)) })),
      ),
    })

  const storeAll = (folder: PictureFolder, list: string[]) =>
    Promise.all(list.map((file) => store(folder, file)))
  const ofOffice = async (office: DemoOffice) =>
    pictures.ofOffice.set(office, await storeAll('office_images', picturesOfOffice(office)))
  const ofSpace = async (space: DemoSpace) =>
    pictures.ofSpace.set(space, await storeAll('sub_office_images', picturesOfSpace(space)))
  const ofPerson = async (person: DemoPerson) => {
    const photo = photoOf(person)
    if (photo === undefined) return
    const sealed = secrets.sealBytes(await read(photo))
    pictures.ofPerson.set(person.account, await files.keep('passport_images', 'jpg', sealed))
  }

  // One office at a time limits how many files are open.
  for (const office of OFFICES) await Promise.all([ofOffice(office), ...office.spaces.map(ofSpace)])
  await Promise.all(PEOPLE.map(ofPerson))
  return pictures
}

export function listDemoPictures(): string[] {
  const places = [...OFFICES.flatMap(picturesOfOffice), ...SPACES.flatMap(picturesOfSpace)]
  const inAllWidths = places.flatMap((file) => [file, ...NARROWER.map((width) => pictureAt(file, width))])
  return [...new Set([...inAllWidths, ...PEOPLE.flatMap((person) => photoOf(person) ?? [])])]
}

const SPACES = OFFICES.flatMap((office) => office.spaces)

/** No two offices share a picture: every space has its own room, and every office one more. */
const picturesOfOffice = (office: DemoOffice): string[] => [`storefront-${office.key}.webp`, insideOf(office)]

const picturesOfSpace = (space: DemoSpace): string[] => [
  `${space.type}-${alike(space.type).indexOf(space)}.webp`,
]

/** A room like the first space of the office, beyond the rooms of all spaces. */
function insideOf(office: DemoOffice): string {
  const type = typeInside(office)
  const before = OFFICES.slice(0, OFFICES.indexOf(office)).filter((other) => typeInside(other) === type)
  return `${type}-${alike(type).length + before.length}.webp`
}

const typeInside = ({ spaces: [first] }: DemoOffice): SpaceType => first?.type ?? 'office'
const alike = (type: SpaceType): DemoSpace[] => SPACES.filter((space) => space.type === type)

const photoOf = ({ face }: DemoPerson): string | undefined => (face === null ? undefined : `face-${face}.jpg`)
