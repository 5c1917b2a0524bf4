import type { z } from 'zod'

/** The server mounts it; the web app calls it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:name`, as Fastify reads them. */
  path: `/api/${string}`
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** 200 by default. */
  status?: 200 | 201
  /** Whether a call repeated with the same Idempotency-Key runs only once. */
  takesKey?: true
}

export const endpoint = <const E extends Endpoint>(description: E): E => description
