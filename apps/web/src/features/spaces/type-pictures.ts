import * as clinics from 'virtual:picture/clinics-light'
import * as lecture_room from 'virtual:picture/lecture_room-light'
import * as meeting_room from 'virtual:picture/meeting_room-light'
import * as office from 'virtual:picture/office-light'
import * as open_space from 'virtual:picture/open_space-light'
import * as podcast_room from 'virtual:picture/podcast_room-light'
import type { SpaceType } from '@keyhour/contract/offices'

/** What a kind of space looks like: beside its name, and in place of a picture that nobody has taken yet. */
export const TYPE_PICTURES: Record<SpaceType, { thumbnail: string; srcSet: string }> = {
  office,
  open_space,
  meeting_room,
  lecture_room,
  clinics,
  podcast_room,
}
