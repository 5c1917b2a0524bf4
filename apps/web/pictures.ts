import { type EmptyStateKind, emptyState } from '@keyhour/artwork/empty-state'
import { favicon, logo } from '@keyhour/artwork/logo'
import { phone } from '@keyhour/artwork/phone'
import { portrait } from '@keyhour/artwork/portrait'
import { type SpaceType, scene } from '@keyhour/artwork/scene'
import { snapshot, snapshotKinds } from '@keyhour/artwork/snapshot'
import { storefront } from '@keyhour/artwork/storefront'

type Named = readonly [name: string, svg: string]

const empty = (kind: EmptyStateKind): Named => [`empty-${kind}`, emptyState(kind)]

/** By day, and in the evening. */
const both = (name: string, draw: (theme: 'light' | 'dark') => string): Named[] => [
  [`${name}-light`, draw('light')],
  [`${name}-dark`, draw('dark')],
]

const room = (name: string, type: SpaceType, seed: number): Named[] =>
  both(name, (theme) => scene(type, seed, theme))

/** Rooms and houses are made of hundreds of shapes: browsers are quicker with them as dots. */
export const painted: ReadonlySet<string> = new Set(
  ['hero', 'office', 'open_space', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room']
    .concat(['ready', 'demand', 'street', 'town'])
    .flatMap((name) => [`${name}-light`, `${name}-dark`]),
)

/** Every drawing the pages show, by the name they import it under. Each becomes a file of its own. */
export const pictures: ReadonlyMap<string, string> = new Map([
  ['logo', logo()],
  ['favicon', favicon()],
  ...room('hero', 'open_space', 3),
  ...room('door', 'office', 5),
  ...room('office', 'office', 0),
  ...room('open_space', 'open_space', 6),
  ...room('meeting_room', 'meeting_room', 0),
  ...room('lecture_room', 'lecture_room', 2),
  ...room('clinics', 'clinics', 1),
  ...room('podcast_room', 'podcast_room', 5),
  ...room('ready', 'office', 3),
  ...room('demand', 'meeting_room', 6),
  ...both('street', (theme) => storefront(0, theme)),
  ...both('town', (theme) => storefront(3, theme)),
  ...both('phone', phone),
  ...snapshotKinds.flatMap((kind) => both(`snapshot-${kind}`, (theme) => snapshot(kind, theme))),
  ['portrait-first', portrait(19)],
  ['portrait-second', portrait(26)],
  empty('sessions'),
  empty('orders'),
  empty('messages'),
  empty('search'),
  empty('error'),
])
