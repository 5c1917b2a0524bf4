import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Language } from './primitives.ts'

const Alive = z.object({ status: z.literal('ok') })

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'The process lives',
  reply: Alive,
})

export const getReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'The database and its migrations are ready',
  reply: Alive,
})

/** What the browser has to know of this installation before anybody signs in. */
export const Settings = z.object({
  demo: z.boolean(),
  /** Null until Google sign-in is configured. */
  google_client_id: z.string().nullable(),
  languages: z.array(Language),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'What this installation offers',
  reply: Settings,
})
