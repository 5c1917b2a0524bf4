import type { Random } from '@keyhour/server/src/demo/random.ts'
import type { Hour } from '../light.ts'

export type SnapshotPlan = { random: Random; hour: Hour; isEvening: boolean }

/** The halo shines over everything, and is as bright in the evening. */
export type Snapshot = { defs?: string; body: string; halo?: string }
