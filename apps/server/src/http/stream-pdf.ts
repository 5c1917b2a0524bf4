import { once } from 'node:events'
import { Readable } from 'node:stream'
import {
  MARGIN,
  openPdf,
  PAGE,
  type PdfBlock,
  type PdfColumn,
  type PdfHead,
  SPACE,
} from '#server/http/pdf-pen.ts'

export type PdfTable = PdfHead & {
  /** Above the table, on the first page. */
  blocks: PdfBlock[]
  columns: readonly (PdfColumn & { heading: string })[]
  batches: AsyncIterable<string[][]>
  /** Below the table. */
  closing: PdfBlock[]
  footer: (page: number) => string
}

const BOTTOM = PAGE.height - MARGIN
const FOOTER_AT = BOTTOM + 20
const ROW_SPACE = 5
/** So much is kept free for the blocks below the table, or they go to a new page. */
const CLOSING_ROOM = 120

/** Many pages with one long table. A page is drawn when the reader is ready for it, and then forgotten. */
export const streamPdf = (table: PdfTable): Readable => Readable.from(pagesOf(table), { objectMode: false })

async function* pagesOf(table: PdfTable): AsyncGenerator<Buffer> {
  const { doc, pen } = await openPdf(table)
  const written: Buffer[] = []
  doc.on('data', (chunk: Buffer) => written.push(chunk))
  const take = (): Buffer => Buffer.concat(written.splice(0))
  const isEnded = once(doc, 'end')

  const { columns, footer } = table
  const headings = columns.map(({ heading }) => heading)
  let page = 1
  let y = MARGIN

  const drawBlocks = (blocks: PdfBlock[]) => {
    for (const block of blocks) y = pen.draw(block, y) + (block.space ?? SPACE)
  }
  const drawHeadings = () => {
    y = pen.drawRule(pen.row(columns, headings, 'heading').drawAt(y) + ROW_SPACE) + ROW_SPACE
  }
  const drawFooter = () =>
    void pen.row([{ share: 1, side: 'end' }], [footer(page)], 'small').drawAt(FOOTER_AT)
  const turnPage = () => {
    drawFooter()
    doc.addPage()
    page += 1
    y = MARGIN
  }

  drawBlocks(table.blocks)
  drawHeadings()
  for await (const batch of table.batches) {
    for (const cells of batch) {
      const row = pen.row(columns, cells, 'cell')
      if (y + row.height > BOTTOM) {
        turnPage()
        yield take()
        drawHeadings()
      }
      y = pen.drawRule(row.drawAt(y) + ROW_SPACE) + ROW_SPACE
    }
  }
  if (y + CLOSING_ROOM > BOTTOM) turnPage()
  y += SPACE
  drawBlocks(table.closing)
  drawFooter()
  doc.end()
  await isEnded
  yield take()
}
