import { readFile } from 'node:fs/promises'
import { PICTURE_WIDTHS, pictureAt } from '@keyhour/contract/picture-address'
import { type DemoOffice, type DemoSpace, OFFICES } from '#server/demo/offices.ts'
import { type DemoPerson, PEOPLE } from '#server/demo/people.ts'
import type { Deps } from '#server/http/routes.ts'
import type { PictureFolder } from '#server/outside/files.ts'

const ROOMS_PER_TYPE = 5
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

function picturesOfOffice({ key, spaces: [first] }: DemoOffice): string[] {
  const inside = first ? roomsFor(first, 2).slice(-1) : ['office-4.webp']
  return [`storefront-${key}.webp`, ...inside]
}

const picturesOfSpace = (space: DemoSpace): string[] => roomsFor(space, space.capacity % 2 ? 1 : 2)

/** Spaces of the same type in one office get different rooms. */
function roomsFor(space: DemoSpace, count: number): string[] {
  const at = SPACES.filter(({ type }) => type === space.type).indexOf(space)
  return Array.from({ length: count }, (_, more) => `${space.type}-${(at + more * 2) % ROOMS_PER_TYPE}.webp`)
}

const photoOf = ({ face }: DemoPerson): string | undefined => (face === null ? undefined : `face-${face}.jpg`)
