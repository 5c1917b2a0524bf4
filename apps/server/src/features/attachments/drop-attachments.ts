import type { Db } from '#server/db/connection.ts'
import { deleteAttachmentsFrom } from '#server/features/attachments/queries.ts'
import { noteUnused } from '#server/features/pictures/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Files can show a person, so they do not stay with an anonymous message. The next sweep removes them from the store. */
export async function dropAttachments({ now }: Pick<Deps, 'now'>, db: Db, email: string): Promise<void> {
  await noteUnused(db, 'message_attachments', await deleteAttachmentsFrom(db, email), now())
}
