import { parentPort, workerData } from 'node:worker_threads'
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib'

export type CopyRequest = { bytes: Uint8Array; unpackedBytes: number }
export type CopiedPdf =
  | Uint8Array
  | 'unreadable'
  | 'encrypted'
  | 'too many pages'
  | 'too much memory'
  | 'too slow'
  | 'busy'

const MOST_PAGES = 200

/** What a page needs to be shown. Its annotations, actions and attached files are left out. */
const SHOWN = [
  'Type',
  'Parent',
  'Resources',
  'Contents',
  'MediaBox',
  'CropBox',
  'Rotate',
  'UserUnit',
  'Group',
]
const ACTIVE_TYPES = ['Filespec', 'EmbeddedFile', 'Action', 'Annot'].map((name) => PDFName.of(name))
const ACTIVE_KEYS = ['JS', 'EF', 'AF', 'AA'].map((name) => PDFName.of(name))
/** Of streams: they name files or documents elsewhere to show instead. */
const OUTSIDE_KEYS = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'].map((name) => PDFName.of(name))

/**
 * Streams unpack into arrays, which the memory limit of a thread does not count. The parser goes on after an error in a
 * stream, so the result says whether there was one.
 */
function limitArrays(mostBytes: number): { isExceeded: boolean } {
  const state = { isExceeded: false }
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, given, made) {
      if (typeof given[0] === 'number' && given[0] > mostBytes) {
        state.isExceeded = true
        throw new RangeError('The array is too large')
      }
      return Reflect.construct(target, given, made)
    },
  })
  return state
}

async function copyWithin({ bytes, unpackedBytes }: CopyRequest): Promise<CopiedPdf> {
  const arrays = limitArrays(unpackedBytes)
  const copied = await copyPages(bytes)
  return arrays.isExceeded ? 'too much memory' : copied
}

/** A new document of the same pages: scripts, actions, attached files and forms do not get into it. */
async function copyPages(bytes: Uint8Array): Promise<CopiedPdf> {
  try {
    const given = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
    const count = given.getPageCount()
    if (count === 0) return 'unreadable'
    if (count > MOST_PAGES) return 'too many pages'
    flattenForm(given)
    removeActive(given)
    const copy = await PDFDocument.create({ updateMetadata: false })
    for (const page of await copy.copyPages(given, given.getPageIndices())) copy.addPage(page)
    return await copy.save()
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable'
  }
}

/** What was typed into fields becomes part of the page. A form that is too broken for that loses its fields. */
function flattenForm(document: PDFDocument): void {
  if (!document.catalog.getAcroForm()) return
  try {
    document.getForm().flatten({ updateFieldAppearances: false })
  } catch {}
}

function removeActive(document: PDFDocument): void {
  const shown = new Set(SHOWN.map((name) => PDFName.of(name)))
  for (const { node } of document.getPages())
    for (const key of node.keys()) if (!shown.has(key)) node.delete(key)
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    removeOutside(object)
    if (isActive(object)) document.context.assign(ref, PDFNull)
    else removeActiveIn(object)
  }
}

const dictOf = (object: PDFObject): PDFObject => (object instanceof PDFStream ? object.dict : object)

function isActive(object: PDFObject): boolean {
  const dict = dictOf(object)
  if (!(dict instanceof PDFDict)) return false
  const type = dict.get(PDFName.of('Type'))
  return ACTIVE_TYPES.some((active) => active === type) || ACTIVE_KEYS.some((key) => dict.has(key))
}

function removeOutside(object: PDFObject): void {
  if (object instanceof PDFStream) for (const key of OUTSIDE_KEYS) object.dict.delete(key)
}

function removeActiveIn(object: PDFObject): void {
  const holder = dictOf(object)
  if (holder instanceof PDFDict) {
    for (const [key, value] of holder.entries())
      if (isActive(value)) holder.delete(key)
      else removeActiveIn(value)
  } else if (holder instanceof PDFArray) {
    for (const [at, value] of holder.asArray().entries())
      if (isActive(value)) holder.set(at, PDFNull)
      else removeActiveIn(value)
  }
}

if (parentPort) parentPort.postMessage(await copyWithin(workerData))
