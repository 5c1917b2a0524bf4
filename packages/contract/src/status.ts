import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Language } from './primitives.ts'

const Alive = z.object({ status: z.literal('ok') })

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'The process is running',
  reply: Alive,
})

export const getReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'The database and its migrations are ready',
  reply: Alive,
})

/** What the browser needs before anyone signs in. */
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

/** What the door opener page needs: browsers do not reveal the address of a lock. */
export const BluetoothLock = z.object({
  service_id: z.string(),
  characteristic_id: z.string(),
  /** The six bytes that end the command, as people write them: `D0:4D:00:00:00:01`. */
  address: z.string(),
})
export type BluetoothLock = z.infer<typeof BluetoothLock>

export const getBluetoothLock = endpoint({
  method: 'GET',
  path: '/api/door-opener/settings',
  summary: 'How the door opener page finds and addresses its lock',
  reply: BluetoothLock,
})
