import type { FastifyReply } from 'fastify'

/** `isMore`: counting stopped before the end. */
export type Total = { count: number; isMore: boolean }

export function tellTotal(reply: FastifyReply, { count, isMore }: Total): void {
  reply.header('x-total-count', count)
  if (isMore) reply.header('x-total-more', 'true')
}
