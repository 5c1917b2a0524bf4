import type { FastifyReply } from 'fastify'
import { mayKnowOffice } from '#server/features/offices/office-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Reserves the stream first, so that a caller with too many streams costs no query. */
export async function watchOffice(
  { db, changes }: Deps,
  officeId: number,
  reply: FastifyReply,
): Promise<void> {
  const open = reply.reserveStream()
  if (!(await mayKnowOffice(db, officeId, reply.request.caller)))
    throw new Refusal('missing', 'This office does not exist.')
  const { say, onClose } = open()
  onClose(changes.watch(`office ${officeId}`, () => say('changed')))
}
