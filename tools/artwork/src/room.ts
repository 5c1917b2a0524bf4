import type { Random } from '@keyhour/server/src/demo/random.ts'
import type { InteriorPlan } from './interior.ts'
import type { Piece } from './piece.ts'

export type Room = Pick<InteriorPlan, 'windows' | 'floor' | 'wall'> & { pieces: Piece[] }

export type RoomPlan = { scheme: InteriorPlan['scheme']; isEvening: boolean; random: Random }
