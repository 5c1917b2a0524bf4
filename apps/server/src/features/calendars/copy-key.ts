import { createHash } from 'node:crypto'
import type { Deps } from '#server/http/routes.ts'

type Place = { office_id: number; sub_office_id: number }

/** Several installations of Keyhour may write to one calendar. */
const installationOf = ({ config }: Pick<Deps, 'config'>): string =>
  createHash('sha256').update(config.publicUrl).digest('hex').slice(0, 8)

/** How the keys of all copies of a link begin. */
export const copyPrefix = (deps: Pick<Deps, 'config'>, { office_id, sub_office_id }: Place): string =>
  `${installationOf(deps)}-${office_id}-${sub_office_id}-`

/** By which a copy is found again in an outside calendar. */
export const copyKeyOf = (
  deps: Pick<Deps, 'config'>,
  link: Place,
  { order_id, generation }: { order_id: number; generation: number },
): string => `${copyPrefix(deps, link)}${order_id}-${generation}`
