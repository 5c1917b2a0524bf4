import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { withoutDirectionSigns } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
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

type Look = 'title' | 'strong' | 'plain' | 'soft'

type Pdf = {
  title: string
  language: Language
  createdAt: Date
  blocks: PdfBlock[]
}

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 64
const WIDTH = PAGE.width - 2 * MARGIN
const LEADING = 1.45
const SPACE = 10
/** Of a pair; the rest is for the value. */
const LABEL_SHARE = 0.62
const PADDING = 12

const { light } = PALETTE
const LOOKS: Record<Look, { size: number; weight: 400 | 700; color: string }> = {
  title: { size: 24, weight: 700, color: light.ink },
  strong: { size: 12, weight: 700, color: light.ink },
  plain: { size: 11, weight: 400, color: light.ink },
  soft: { size: 10, weight: 400, color: light['ink-soft'] },
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

/** One page, in the direction of its language. */
export async function writePdf({ title, language, createdAt, blocks }: Pdf): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Keyhour', Creator: 'Keyhour', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  const isWritten = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const [name, font] of await readFonts()) doc.registerFont(name, font)

  const pen = penOn(doc, language)
  let y = MARGIN
  for (const block of blocks) y = pen.draw(block, y) + (block.space ?? SPACE)
  doc.end()
  await isWritten
  return Buffer.concat(chunks)
}

function penOn(doc: Doc, language: Language) {
  const direction = directionOf(language)

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

  /** Breaks between words; a word that is too long has a line of its own. */
  function linesOf(text: string, look: (typeof LOOKS)[Look], width: number): string[] {
    const lines: string[] = []
    for (const word of withoutDirectionSigns(text).split(/\s+/).filter(Boolean)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && widthOf(longer, look) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  function drawLine(line: string, look: (typeof LOOKS)[Look], at: { y: number; side: Side; inset?: number }) {
    doc.fontSize(look.size).fillColor(look.color)
    const pieces = piecesOf(line, look.weight)
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
    const isLeft = (at.side === 'start') === (direction === 'ltr')
    const edge = MARGIN + (at.inset ?? 0)
    let x = isLeft ? edge : PAGE.width - edge - width
    for (const piece of pieces) {
      doc.font(piece.font).text(piece.text, x, at.y, { lineBreak: false })
      x += piece.width
    }
  }

  /** Answers where it ends. */
  function write(
    text: string,
    name: Look,
    at: { y: number; side: Side; width: number; inset?: number },
  ): number {
    const look = LOOKS[name]
    let { y } = at
    for (const line of linesOf(text, look, at.width)) {
      drawLine(line, look, { ...at, y })
      y += look.size * LEADING
    }
    return y
  }

  function draw(block: PdfBlock, y: number): number {
    if ('rule' in block) {
      doc
        .moveTo(MARGIN, y)
        .lineTo(PAGE.width - MARGIN, y)
        .lineWidth(0.75)
        .strokeColor(light.line)
        .stroke()
      return y
    }
    if ('note' in block) {
      const inner = { y: y + PADDING, side: 'start' as const, width: WIDTH - 2 * PADDING, inset: PADDING }
      const height = linesOf(block.note, LOOKS.strong, inner.width).length * LOOKS.strong.size * LEADING
      doc.roundedRect(MARGIN, y, WIDTH, height + 2 * PADDING, 6).fill(light.sunken)
      return write(block.note, 'strong', inner) + PADDING
    }
    const look = block.look ?? 'plain'
    if ('text' in block) return write(block.text, look, { y, side: 'start', width: WIDTH })
    const [label, value] = block.pair
    const ends = [
      write(label, look, { y, side: 'start', width: WIDTH * LABEL_SHARE }),
      write(value, look, { y, side: 'end', width: WIDTH * (1 - LABEL_SHARE) - PADDING }),
    ]
    return Math.max(...ends)
  }

  return { draw }
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
