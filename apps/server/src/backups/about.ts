import { z } from 'zod'

const Named = z.object({ schema: z.string(), name: z.string() })

/** The first entry of a backup. */
export const About = z.object({
  format: z.literal(1, 'it was made by a newer version'),
  made_at: z.string(),
  database: z.object({
    postgres: z.string(),
    migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
    job_queue: z.object({ version: z.number(), queues: z.array(z.string()) }).nullable(),
    tables: z.array(Named.extend({ columns: z.array(z.string()) })),
    sequences: z.array(Named.extend({ last_value: z.string(), is_called: z.boolean() })),
  }),
})
export type About = z.infer<typeof About>

export const ABOUT_ENTRY = 'about.json'
export const KEY_ENTRY = 'secret.key'
export const FILES_FOLDER = 'files'

/** For example `database/public.orders/000001.copy`. */
export const partName = ({ schema, name }: { schema: string; name: string }, part: number): string =>
  `database/${schema}.${name}/${String(part).padStart(6, '0')}.copy`
