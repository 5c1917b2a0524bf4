import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { withoutDirectionSigns } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'
import { directionOf, PALETTE } from '#server/http/html.ts'
import { unpackWoff } from '#server/http/unpack-woff.ts'

/** A page is a column of these, from top to bottom. */
export type PdfBlock =
  | { text: string; look?: Look; space?: number }
  /** A label at the start of the line, and what it stands for at the end. */
  | { pair: [label: string, value: string]; look?: Look; space?: number }
  | { rule: true; space?: number }
  /** Stands out. */
  | { note: string; space?: number }

type Look = 'title' | 'strong' | 'plain' | 'soft' | 'heading' | 'cell' | 'small'

/** What every page is about. */
export type PdfHead = { title: string; language: Language; createdAt: Date }

/** Of a table; `share` is of the width of the page. Longer texts break within their column. */
export type PdfColumn = { share: number; side: Side }

export const PAGE = { width: 595.28, height: 841.89 }
export const MARGIN = 64
const WIDTH = PAGE.width - 2 * MARGIN
const LEADING = 1.45
export const SPACE = 10
/** Of a pair; the rest is for the value. */
const LABEL_SHARE = 0.62
const PADDING = 12
const CELL_PADDING = 6

const { light } = PALETTE
const LOOKS: Record<Look, { size: number; weight: 400 | 700; color: string }> = {
  title: { size: 24, weight: 700, color: light.ink },
  strong: { size: 12, weight: 700, color: light.ink },
  plain: { size: 11, weight: 400, color: light.ink },
  soft: { size: 10, weight: 400, color: light['ink-soft'] },
  heading: { size: 9, weight: 700, color: light['ink-soft'] },
  cell: { size: 9, weight: 400, color: light.ink },
  small: { size: 8, weight: 400, color: light['ink-soft'] },
}

/** Each file has the letters of one script; the first that has a letter draws it. */
const SCRIPTS = ['latin', 'hebrew', 'latin-ext'] as const
const require = createRequire(import.meta.url)
const fontFile = (script: string, weight: number): string =>
  require.resolve(`@fontsource/heebo/files/heebo-${script}-${weight}-normal.woff`)

let fonts: Promise<[name: string, font: Buffer][]> | undefined

/** Once, when the first page is drawn. */
function readFonts(): Promise<[name: string, font: Buffer][]> {
  const files = [400, 700].flatMap((weight) => SCRIPTS.map((script) => ({ script, weight })))
  fonts ??= Promise.all(
    files.map(
      async ({ script, weight }): Promise<[string, Buffer]> => [
        `${script} ${weight}`,
        unpackWoff(await readFile(fontFile(script, weight))),
      ],
    ),
  )
  return fonts
}

// Its types describe the module for bundlers; Node gets the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

type Doc = InstanceType<typeof PDFDocument>
type Side = 'start' | 'end'
/** Within the column of the page, from its start. */
type Box = { y: number; side: Side; width: number; inset: number }

export async function openPdf({ title, language, createdAt }: PdfHead): Promise<{ doc: Doc; pen: Pen }> {
  // Loaded here, because it takes long and a server may never draw a page.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Keyhour', Creator: 'Keyhour', CreationDate: createdAt },
  })
  for (const [name, font] of await readFonts()) doc.registerFont(name, font)
  return { doc, pen: penOn(doc, language) }
}

type Pen = ReturnType<typeof penOn>

type LookStyle = (typeof LOOKS)[Look]

/** Measures and breaks texts, in the fonts that have their letters. */
function rulerOn(doc: Doc, direction: 'ltr' | 'rtl') {
  const known = new Map<string, string | undefined>()

  function scriptOf(letter: string, weight: number): string | undefined {
    const key = `${weight} ${letter}`
    if (!known.has(key))
      known.set(
        key,
        SCRIPTS.find((script) => {
          doc.font(`${script} ${weight}`)
          return fontOf(doc).hasGlyphForCodePoint(letter.codePointAt(0)!)
        }),
      )
    return known.get(key)
  }

  /** The pieces of a line from left to right, each with the font that has its letters. */
  function piecesOf(line: string, weight: number): { font: string; text: string; width: number }[] {
    const runs = visualRuns(line, direction, (letter) => scriptOf(letter, weight))
    return runs.map(({ font: script, text }) => {
      const font = `${script} ${weight}`
      return { font, text, width: doc.font(font).widthOfString(text) }
    })
  }

  function widthOf(text: string, { size, weight }: { size: number; weight: number }): number {
    doc.fontSize(size)
    return piecesOf(text, weight).reduce((sum, { width }) => sum + width, 0)
  }

  const linesOf = (text: string, look: LookStyle, width: number): string[] =>
    brokenLines(text, (line) => widthOf(line, look) <= width)

  return { piecesOf, linesOf }
}

const boxesOf = (columns: readonly PdfColumn[]): Omit<Box, 'y'>[] => {
  let inset = 0
  return columns.map(({ share, side }) => {
    const box = { side, inset, width: WIDTH * share - CELL_PADDING }
    inset += WIDTH * share
    return box
  })
}

function penOn(doc: Doc, language: Language) {
  const direction = directionOf(language)
  const { piecesOf, linesOf } = rulerOn(doc, direction)

  function drawLine(line: string, look: LookStyle, at: Box) {
    doc.fontSize(look.size).fillColor(look.color)
    const pieces = piecesOf(line, look.weight)
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
    const left = direction === 'ltr' ? MARGIN + at.inset : PAGE.width - MARGIN - at.inset - at.width
    const isLeft = (at.side === 'start') === (direction === 'ltr')
    let x = isLeft ? left : left + at.width - width
    for (const piece of pieces) {
      doc.font(piece.font).text(piece.text, x, at.y, { lineBreak: false })
      x += piece.width
    }
  }

  /** Answers where it ends. */
  function write(text: string, name: Look, at: Box): number {
    const look = LOOKS[name]
    let { y } = at
    for (const line of linesOf(text, look, at.width)) {
      drawLine(line, look, { ...at, y })
      y += look.size * LEADING
    }
    return y
  }

  function drawRule(y: number): number {
    doc
      .moveTo(MARGIN, y)
      .lineTo(PAGE.width - MARGIN, y)
      .lineWidth(0.75)
      .strokeColor(light.line)
      .stroke()
    return y
  }

  /** Measured before it is drawn, because it may have to go to the next page. */
  function row(columns: readonly PdfColumn[], cells: readonly string[], name: Look) {
    const look = LOOKS[name]
    const laid = boxesOf(columns).map((box, at) => ({ box, lines: linesOf(cells[at]!, look, box.width) }))
    const leading = look.size * LEADING
    const height = Math.max(...laid.map(({ lines }) => lines.length)) * leading
    const drawAt = (y: number): number => {
      for (const { box, lines } of laid)
        for (const [at, line] of lines.entries()) drawLine(line, look, { ...box, y: y + at * leading })
      return y + height
    }
    return { height, drawAt }
  }

  function drawNote(note: string, y: number): number {
    const inner = { y: y + PADDING, side: 'start' as const, width: WIDTH - 2 * PADDING, inset: PADDING }
    const height = linesOf(note, LOOKS.strong, inner.width).length * LOOKS.strong.size * LEADING
    doc.roundedRect(MARGIN, y, WIDTH, height + 2 * PADDING, 6).fill(light.sunken)
    return write(note, 'strong', inner) + PADDING
  }

  function draw(block: PdfBlock, y: number): number {
    if ('rule' in block) return drawRule(y)
    if ('note' in block) return drawNote(block.note, y)
    const look = block.look ?? 'plain'
    if ('text' in block) return write(block.text, look, { y, side: 'start', width: WIDTH, inset: 0 })
    const [label, value] = block.pair
    const width = WIDTH * LABEL_SHARE
    const ends = [
      write(label, look, { y, side: 'start', width, inset: 0 }),
      write(value, look, { y, side: 'end', width: WIDTH - width - PADDING, inset: width + PADDING }),
    ]
    return Math.max(...ends)
  }

  return { draw, drawRule, row }
}

/** But a no-break space, which keeps an amount and its sign together. */
const SPACES = /[^\S\u00a0]+/

/** Breaks between words, and within a word that is too long for a line. */
export function brokenLines(text: string, fits: (line: string) => boolean): string[] {
  const words = withoutDirectionSigns(text).split(SPACES).filter(Boolean)
  const whole = words.join(' ')
  // Most texts fit, and are measured once.
  if (words.length === 0 || fits(whole)) return words.length > 0 ? [whole] : []
  const lines: string[] = []
  for (const word of words.flatMap((word) => partsOf(word, fits))) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** At least a letter each. */
function partsOf(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  for (const letter of word) {
    const longer = `${parts.at(-1) ?? ''}${letter}`
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer
    else parts.push(letter)
  }
  return parts
}

type Fontkit = { hasGlyphForCodePoint: (code: number) => boolean }

/** pdfkit's types leave out the font it draws with. */
const fontOf = (doc: Doc): Fontkit => (doc as unknown as { _font: { font: Fontkit } })._font.font

const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/
const UNKNOWN = '?'

export type Run = { font: string; text: string }

/**
 * A line in the order in which it is seen, from left to right, in pieces of one font each. Hebrew is kept in the order in
 * which it is read, because the font engine turns it around itself. A letter that no font has becomes a question mark.
 */
export function visualRuns(
  line: string,
  direction: 'ltr' | 'rtl',
  fontFor: (letter: string) => string | undefined,
): Run[] {
  const seen = bidi.getReorderedString(line, bidi.getEmbeddingLevels(line, direction))
  const runs: (Run & { isHebrew: boolean })[] = []
  for (const letter of seen) {
    const font = fontFor(letter)
    const isHebrew = font !== undefined && HEBREW.test(letter)
    const text = font === undefined ? UNKNOWN : letter
    const last = runs.at(-1)
    const name = font ?? fontFor(UNKNOWN)!
    if (last?.font === name && last.isHebrew === isHebrew) last.text += text
    else runs.push({ font: name, text, isHebrew })
  }
  return runs.map(({ font, text, isHebrew }) => ({
    font,
    text: isHebrew ? [...text].reverse().join('') : text,
  }))
}
