import { createRandom } from '@keyhour/server/src/demo/random.ts'
import { evening } from './colour.ts'
import { interior, schemes, sunbeam } from './interior.ts'
import { hourOf, lightDefs, type Theme } from './light.ts'
import { arrange } from './piece.ts'
import type { Room, RoomPlan } from './room.ts'
import { clinics } from './scenes/clinics.ts'
import { lectureRoom } from './scenes/lecture-room.ts'
import { meetingRoom } from './scenes/meeting-room.ts'
import { office } from './scenes/office.ts'
import { openSpace } from './scenes/open-space.ts'
import { podcastRoom } from './scenes/podcast-room.ts'
import { picture, rect } from './shapes.ts'
import { views } from './window-view.ts'

export type SpaceType = 'office' | 'open_space' | 'meeting_room' | 'lecture_room' | 'clinics' | 'podcast_room'

const rooms: Record<SpaceType, (plan: RoomPlan) => Room> = {
  office,
  open_space: openSpace,
  meeting_room: meetingRoom,
  lecture_room: lectureRoom,
  clinics,
  podcast_room: podcastRoom,
}

export const spaceTypes = Object.keys(rooms) as SpaceType[]

/** 1280 × 800. The same seed is the same room in both themes: by day, and in the evening. */
export function scene(type: SpaceType, seed: number, theme: Theme = 'light'): string {
  const random = createRandom(seed, type)
  const hour = hourOf(theme, random)
  const scheme = schemes[(Math.abs(Math.trunc(seed)) + spaceTypes.indexOf(type) * 2) % schemes.length]!
  const isEvening = theme === 'dark'
  const view = random.pick(views)
  const { pieces, ...shell } = rooms[type]({ scheme, isEvening, random })
  const { defs, body } = interior({ ...shell, scheme, view, hour }, createRandom(seed, `${type} shell`))
  const { things, halos } = arrange(pieces)
  const painted = body + things
  return picture({
    name: `${type}-${seed}-${theme}`,
    width: 1280,
    height: 800,
    defs: lightDefs(hour) + defs,
    body: [
      isEvening ? evening(painted) : painted,
      sunbeam(shell.windows),
      rect([0, 0, 1280, 800], 'url(#veil)'),
      halos,
    ].join(''),
  })
}
