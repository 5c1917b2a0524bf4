import * as contract from '@keyhour/contract/attachments'
import { findAttachment, listAttachments } from '#server/features/attachments/queries.ts'
import { dispositionOf } from '#server/features/attachments/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

const MISSING = 'This file does not exist.'

export const attachmentRoutes: Routes = async (app, { db, files, secrets }) => {
  serve(app, contract.listAttachments, 'admin', ({ params }) => listAttachments(db, params.id))

  serve(app, contract.getAttachment, 'admin', async ({ params }, reply) => {
    const of = { messageId: params.id, id: params.attachmentId }
    const { name, content_type, file } = orMissing(await findAttachment(db, of), MISSING)
    const sealed = orMissing(await files.read('message_attachments', file), MISSING)
    return reply
      .type(content_type)
      .header('content-disposition', dispositionOf(name))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(secrets.openBytes(sealed) as never)
  })
}
