import { FoundOffice, Space } from '@keyhour/contract/spaces'
import type { ListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import { type Board, circumstancesOf, type Finding, foundOffice } from '#server/features/spaces/rules.ts'
import { writerOf } from '#server/http/write-replies.ts'

const writeSpace = writerOf(Space.omit({ free: true, distance_km: true }))
const writeOffice = writerOf(FoundOffice.omit({ spaces: true }))

/** What does not differ between searches is encoded once for each offer, up to its closing brace. */
const spaces = new WeakMap<ListedSpace, Buffer>()
const offices = new WeakMap<ListedSpace, Buffer>()

/** What the contract calls `FoundSpaces`, as JSON. */
export function writeFinding(finding: Finding): Buffer {
  const { board, total, similar, onPage, onMap, counts } = finding
  const parts: Part[] = [`{"total":${total},"similar":${similar},"spaces":[`]
  for (const [place, at] of onPage.entries()) {
    const { free, distance_km } = circumstancesOf(finding, at)
    if (place > 0) parts.push(',')
    parts.push(spaceBytes(board.offers[at]!), `,"free":${free},"distance_km":${distance_km}}`)
  }
  parts.push('],"offices":[')
  for (const [place, { office, spaces }] of onMap.entries()) {
    if (place > 0) parts.push(',')
    parts.push(officeBytes(board, office), `,"spaces":${spaces}}`)
  }
  parts.push(`],"counts":${JSON.stringify(counts)}}`)
  return join(parts)
}

function spaceBytes(offer: ListedSpace): Buffer {
  const bytes = spaces.get(offer) ?? Buffer.from(writeSpace(offer).slice(0, -1))
  spaces.set(offer, bytes)
  return bytes
}

/** Kept with its first offer. */
function officeBytes(board: Board, office: number): Buffer {
  const first = board.offers[board.offices[office]!.first]!
  const bytes = offices.get(first) ?? Buffer.from(writeOffice(foundOffice(board, office, 0)).slice(0, -1))
  offices.set(first, bytes)
  return bytes
}

/** Bytes, or text in ASCII. */
type Part = Buffer | string

function join(parts: Part[]): Buffer {
  const joined = Buffer.allocUnsafe(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') joined.write(part, at, 'latin1')
    else joined.set(part, at)
    at += part.length
  }
  return joined
}
