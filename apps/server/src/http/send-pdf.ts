import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** `never`, because replies are typed by the contract, which has no files. */
export const sendPdf = (reply: FastifyReply, { name, pdf }: { name: string; pdf: Buffer | Readable }) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf as never)
