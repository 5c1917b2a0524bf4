import { createRandom } from '@keyhour/server/src/demo/random.ts'
import { evening } from './colour.ts'
import { hourOf, lightDefs, type Theme } from './light.ts'
import { picture, rect } from './shapes.ts'
import { desk } from './snapshots/desk.ts'
import { door } from './snapshots/door.ts'
import { microphone } from './snapshots/microphone.ts'
import type { Snapshot, SnapshotPlan } from './snapshots/plan.ts'
import { window } from './snapshots/window.ts'

const drawings = { desk, window, microphone, door } satisfies Record<string, (plan: SnapshotPlan) => Snapshot>

export type SnapshotKind = keyof typeof drawings
export const snapshotKinds = Object.keys(drawings) as SnapshotKind[]

/** 640 × 640: by day, and in the evening. */
export function snapshot(kind: SnapshotKind, theme: Theme = 'light'): string {
  const random = createRandom(7, `snapshot ${kind}`)
  const isEvening = theme === 'dark'
  const hour = hourOf(theme, random)
  const { defs = '', body, halo = '' } = drawings[kind]({ random, hour, isEvening })
  return picture({
    name: `snapshot-${kind}-${theme}`,
    width: 640,
    height: 640,
    defs: lightDefs(hour) + defs,
    body: (isEvening ? evening(body) : body) + rect([0, 0, 640, 640], 'url(#veil)') + halo,
  })
}
