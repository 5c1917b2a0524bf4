import type { OfficeAmenities, RentType, SpaceType } from '@keyhour/contract/offices'
import type { z } from 'zod'
import type { Provider } from '#server/db/schema/offices.ts'
import offices from '#server/demo/offices.json' with { type: 'json' }
import type { CITIES } from '#server/demo/prices.ts'

export type DemoSpace = {
  name: string
  name_he?: string
  type: SpaceType
  /** Seats, for an open space. */
  capacity: number
  rent_type: RentType
  space_amenities: string[]
  deletedDaysAgo?: number
}

export type House = 'bauhaus' | 'stone arches' | 'glass tower' | 'warehouse' | 'altbau' | 'garden house'

type Flag = 'hidden' | 'coming_soon' | 'temporarily_closed' | 'hide_from_all_view'

export type DemoOffice = {
  /** Wi-Fi, doors, email addresses and outside accounts are named after it. */
  key: string
  name: string
  name_he?: string
  house: House
  city: keyof typeof CITIES
  address: string
  address_he?: string
  lat: number
  lon: number
  /** Null: around the clock. */
  hours: [open: string, close: string] | null
  amenities: (keyof z.infer<typeof OfficeAmenities>)[]
  phone_number: string
  printer_instructions: string | null
  additional_info: Record<string, string> | null
  openedDaysAgo: number
  manager: string
  owner: string
  /** For everyone who has booked in the office. */
  doors: string[]
  /** Doors for some spaces only, with the names of these spaces. */
  roomDoors?: Record<string, string[]>
  providers: Provider[]
  flag?: Flag
  deletedDaysAgo?: number
  /** Empty: the office is rented whole. */
  spaces: DemoSpace[]
}

const COMFORTS: Record<SpaceType, string[]> = {
  office: ['ergonomic chairs', 'lockable door', 'air conditioning'],
  open_space: ['power at every seat', 'lockers', 'air conditioning'],
  meeting_room: ['whiteboard', 'video conferencing', 'air conditioning'],
  lecture_room: ['projector', 'microphone', 'air conditioning'],
  clinics: ['treatment bed', 'wash basin', 'waiting area'],
  podcast_room: ['professional microphones', 'sound-proofed', 'headphones'],
}

type Listed = Omit<DemoSpace, 'space_amenities'> & { extras?: string[] }

export const OFFICES = (offices as (Omit<DemoOffice, 'spaces'> & { spaces: Listed[] })[]).map(
  ({ spaces, ...office }): DemoOffice => ({
    ...office,
    spaces: spaces.map(({ extras = [], ...space }) => ({
      ...space,
      space_amenities: [...COMFORTS[space.type], ...extras],
    })),
  }),
)
