import { type EmptyStateKind, emptyState } from '@keyhour/artwork/empty-state'
import { favicon, logo } from '@keyhour/artwork/logo'
import { scene } from '@keyhour/artwork/scene'

const empty = (kind: EmptyStateKind) => [`empty-${kind}`, emptyState(kind)] as const

/** Every drawing the pages show, by the name they import it under. Each becomes a file of its own. */
export const pictures: ReadonlyMap<string, string> = new Map([
  ['logo', logo()],
  ['favicon', favicon()],
  ['hero-light', scene('open_space', 3, 'light')],
  ['hero-dark', scene('open_space', 3, 'dark')],
  ['door-light', scene('office', 5, 'light')],
  ['door-dark', scene('office', 5, 'dark')],
  empty('sessions'),
  empty('orders'),
  empty('messages'),
  empty('search'),
  empty('error'),
])
