import { MARGIN, openPdf, type PdfBlock, type PdfHead, SPACE } from '#server/http/pdf-pen.ts'

/** One page, in the direction of its language. */
export async function writePdf({ blocks, ...head }: PdfHead & { blocks: PdfBlock[] }): Promise<Buffer> {
  const { doc, pen } = await openPdf(head)
  const chunks: Buffer[] = []
  const isWritten = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  let y = MARGIN
  for (const block of blocks) y = pen.draw(block, y) + (block.space ?? SPACE)
  doc.end()
  await isWritten
  return Buffer.concat(chunks)
}
