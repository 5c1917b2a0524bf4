import type { Random } from '@keyhour/server/src/demo/random.ts'
import type { Hour } from '../light.ts'

export type SnapshotPlan = { random: Random; hour: Hour; isEvening: boolean }

/** The halo is over everything, and as bright in the evening. */
export type Snapshot = { defs?: string; body: string; halo?: string }
