import type { FastifyReply } from 'fastify'
import { mayKnowOffice } from '#server/features/offices/office-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The place is taken first, so that whoever opens too many does not get as far as the database. */
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
