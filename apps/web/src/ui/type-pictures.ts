import * as clinicsDark from 'virtual:picture/clinics-dark'
import * as clinicsLight from 'virtual:picture/clinics-light'
import * as lectureRoomDark from 'virtual:picture/lecture_room-dark'
import * as lectureRoomLight from 'virtual:picture/lecture_room-light'
import * as meetingRoomDark from 'virtual:picture/meeting_room-dark'
import * as meetingRoomLight from 'virtual:picture/meeting_room-light'
import * as officeDark from 'virtual:picture/office-dark'
import * as officeLight from 'virtual:picture/office-light'
import * as openSpaceDark from 'virtual:picture/open_space-dark'
import * as openSpaceLight from 'virtual:picture/open_space-light'
import * as podcastRoomDark from 'virtual:picture/podcast_room-dark'
import * as podcastRoomLight from 'virtual:picture/podcast_room-light'
import type { SpaceType } from '@keyhour/contract/offices'
import type { Drawing } from '#web/ui/picture.tsx'

type Painted = { thumbnail: string; srcSet: string }

const room = (light: Painted, dark: Painted): { thumbnail: Drawing; scene: Drawing } => ({
  thumbnail: { light: light.thumbnail, dark: dark.thumbnail, width: 64, height: 64 },
  scene: { light: light.srcSet, dark: dark.srcSet, width: 1280, height: 800 },
})

/** What a kind of space looks like: beside its name, and in place of a picture that nobody has taken yet. */
export const TYPE_PICTURES: Record<SpaceType, { thumbnail: Drawing; scene: Drawing }> = {
  office: room(officeLight, officeDark),
  open_space: room(openSpaceLight, openSpaceDark),
  meeting_room: room(meetingRoomLight, meetingRoomDark),
  lecture_room: room(lectureRoomLight, lectureRoomDark),
  clinics: room(clinicsLight, clinicsDark),
  podcast_room: room(podcastRoomLight, podcastRoomDark),
}
