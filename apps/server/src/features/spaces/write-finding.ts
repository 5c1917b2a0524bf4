import { FoundOffice, Space, WaysOut } from '@keyhour/contract/spaces'
import { z } from 'zod'
import { circumstancesOf, type Finding, foundIn, foundOffice } from '#server/features/spaces/finding-rules.ts'
import type { ListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import type { Board } from '#server/features/spaces/rules.ts'
import { writerOf } from '#server/http/write-replies.ts'

const writeSpace = writerOf(Space.omit({ free: true, distance_km: true, free_now: true }))
const writeOffice = writerOf(FoundOffice.omit({ spaces: true, sub_office_id: true, price: true, per: true }))

/** What does not differ between searches is encoded once for each offer, up to its closing brace. */
const spaces = new WeakMap<ListedSpace, Bytes>()
const offices = new WeakMap<ListedSpace, Bytes>()

/** One character for each byte of UTF-8. Texts are joined much faster than buffers. */
type Bytes = string
const bytesOf = (text: string): Bytes => Buffer.from(text).toString('latin1')

/** What the contract calls `FoundSpaces`, as JSON. */
export function writeFinding(finding: Finding): Buffer {
  const { board, total, similar, onPage, onMap, counts, near, waysOut } = finding
  const onList = onPage.map((at) => {
    const { free, distance_km, free_now } = circumstancesOf(finding, at)
    return `${spaceBytes(board.offers[at]!)},"free":${free},"distance_km":${distance_km},"free_now":${free_now}}`
  })
  const found = onMap.map((office) => `${officeBytes(board, office)},${writeFound(board, office)}`)
  const ways = waysOut ? `,"ways_out":${bytesOf(JSON.stringify(z.encode(WaysOut, waysOut)))}` : ''
  return Buffer.from(
    `{"total":${total},"similar":${similar},"spaces":[${onList.join()}],"offices":[${found.join()}]` +
      `,"counts":${JSON.stringify(counts)},"near":${JSON.stringify(near)}${ways}}`,
    'latin1',
  )
}

function spaceBytes(offer: ListedSpace): Bytes {
  const bytes = spaces.get(offer) ?? bytesOf(writeSpace(offer).slice(0, -1))
  spaces.set(offer, bytes)
  return bytes
}

/** Kept with its first offer. */
function officeBytes(board: Board, onMap: Finding['onMap'][number]): Bytes {
  const first = board.offers[board.offices[onMap.office]!.first]!
  const bytes = offices.get(first) ?? bytesOf(writeOffice(foundOffice(board, onMap)).slice(0, -1))
  offices.set(first, bytes)
  return bytes
}

/** Prices are in major units in JSON. */
function writeFound({ offers }: Board, onMap: Finding['onMap'][number]): string {
  const { spaces, sub_office_id, price, per } = foundIn(offers, onMap)
  return `"spaces":${spaces},"sub_office_id":${sub_office_id},"price":${price / 100},"per":"${per}"}`
}
