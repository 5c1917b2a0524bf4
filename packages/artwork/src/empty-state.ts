import { palette } from './palette.ts'
import { circle, picture } from './shapes.ts'

export type EmptyStateKind = 'sessions' | 'orders' | 'messages' | 'search' | 'notFound' | 'error'

/** A small picture for "nothing here", 320 × 200, transparent, for both themes. */
export function emptyState(kind: EmptyStateKind): string {
  return picture({
    name: `empty-${kind}`,
    width: 320,
    height: 200,
    body: circle(160, 100, 60, palette.brass[4]),
  })
}
