import type { Hours } from '@keyhour/contract/office-clock'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { Amenity, type Space } from '@keyhour/contract/spaces'
import { isOnOffer } from '#server/features/availability/rules.ts'
import { foldText } from '#server/features/spaces/place-words.ts'

/** A space with everything that a search needs; `units` are the ids that occupancy refers to, `schedule` names its hours. */
export type ListedSpace = Omit<Space, 'free' | 'distance_km' | 'free_now'> &
  Hours & { schedule: string; cleaning_buffer_minutes: number; units: number[]; folded: Folded }

/** Sort keys in each language and search words of both, folded once. */
type Folded = Record<'name' | 'name_he' | 'office_name' | 'office_name_he' | 'words' | 'office_words', string>

export type ListedOffice = { office_id: number; offers: ListedSpace[] }

type Rented = Pick<ListedSpace, 'rent_type' | 'price_per_hour' | 'price_per_day' | 'picture'>
type SubOfficeRow = Rented &
  Pick<ListedSpace, 'name' | 'name_he' | 'type' | 'capacity'> & { id: number; amenities: { screen: boolean } }
type OfficeRow = Rented &
  Hours &
  Pick<
    ListedSpace,
    | 'name'
    | 'name_he'
    | 'address'
    | 'address_he'
    | 'lat'
    | 'lon'
    | 'currency'
    | 'tax_percent'
    | 'cleaning_buffer_minutes'
  > &
  Pick<ListedSpace, 'coming_soon' | 'temporarily_closed'> & {
    id: number
    capacity: number | null
    amenities: Partial<Record<Amenity, boolean>>
  }

/** A sub-office, or an office without sub-offices that is rented whole. */
export function toListedSpace(
  office: OfficeRow,
  part: SubOfficeRow | null,
  units: number[],
): ListedSpace | undefined {
  const rented = part ?? office
  const { coming_soon } = office
  if (!isOnOffer({ ...rented, sub_office_id: part?.id ?? null, coming_soon })) return undefined
  const there: Partial<Record<Amenity, boolean>> = { ...office.amenities, ...part?.amenities }
  return {
    office_id: office.id,
    sub_office_id: part?.id ?? null,
    office_name: office.name,
    office_name_he: office.name_he,
    name: rented.name,
    name_he: rented.name_he,
    address: office.address,
    address_he: office.address_he,
    type: part?.type ?? 'office',
    rent_type: rented.rent_type,
    capacity: rented.capacity ?? 1,
    lat: office.lat,
    lon: office.lon,
    time_zone: office.time_zone,
    open_hours: office.open_hours,
    close_hours: office.close_hours,
    week_hours: office.week_hours,
    holidays: office.holidays,
    schedule: JSON.stringify([
      office.time_zone,
      office.open_hours,
      office.close_hours,
      office.week_hours,
      office.holidays,
      rented.rent_type,
    ]),
    cleaning_buffer_minutes: office.cleaning_buffer_minutes,
    currency: office.currency,
    tax_percent: office.tax_percent,
    price_per_hour: rented.price_per_hour,
    price_per_day: rented.price_per_day,
    picture: part?.picture
      ? pictureAddress('sub_office', part.picture)
      : office.picture && pictureAddress('office', office.picture),
    amenities: Amenity.options.filter((amenity) => there[amenity]),
    coming_soon,
    temporarily_closed: office.temporarily_closed,
    units,
    folded: {
      name: foldText(rented.name),
      name_he: foldText(rented.name_he || rented.name),
      office_name: foldText(office.name),
      office_name_he: foldText(office.name_he || office.name),
      words: inBoth(rented.name, rented.name_he),
      office_words: inBoth(office.name, office.name_he) + inBoth(office.address, office.address_he),
    },
  }
}

/** Surrounded by blanks, so that a search can ask for a whole word. */
const inBoth = (text: string, hebrew: string | null | undefined): string =>
  ` ${foldText(`${text} ${hebrew ?? ''}`)} `
