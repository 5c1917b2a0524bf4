import type { z } from 'zod'

/** One HTTP call, described once. The server mounts it; the web app calls it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:name`, as Fastify reads them. */
  path: `/api/${string}`
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** 200 unless told. */
  status?: 200 | 201
  /** Whether a call repeated under the same Idempotency-Key is done once. */
  takesKey?: true
}

export const endpoint = <const E extends Endpoint>(description: E): E => description
