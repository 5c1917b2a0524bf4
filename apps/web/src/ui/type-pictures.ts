import type { SpaceType } from '@keyhour/contract/offices'
import { drawingIn } from '#web/ui/drawing.ts'
import type { Drawing } from '#web/ui/picture.tsx'

const FILES = import.meta.glob<string>('./*.webp', {
  base: '../pictures/spaces',
  eager: true,
  import: 'default',
})

const picturesOf = (type: SpaceType): { thumbnail: Drawing; scene: Drawing } => ({
  thumbnail: drawingIn(FILES, type, { widths: [192], width: 64, height: 64 }),
  scene: drawingIn(FILES, type, { widths: [720, 1280], width: 1280, height: 800 }),
})

/** A type of space: beside its name, and for a space without pictures. */
export const TYPE_PICTURES: Record<SpaceType, { thumbnail: Drawing; scene: Drawing }> = {
  office: picturesOf('office'),
  open_space: picturesOf('open_space'),
  meeting_room: picturesOf('meeting_room'),
  lecture_room: picturesOf('lecture_room'),
  clinics: picturesOf('clinics'),
  podcast_room: picturesOf('podcast_room'),
}
