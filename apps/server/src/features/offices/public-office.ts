import type { Office, SubOffice } from '@keyhour/contract/offices'
import type { OfficeRow, SubOfficeRow } from '#server/features/offices/queries.ts'

/** What everybody may know of a sub-office. */
export function publicSubOffice(row: SubOfficeRow): SubOffice {
  return {
    id: row.id,
    office_id: row.office_id,
    name: row.name,
    capacity: row.capacity,
    pictures: row.pictures,
    price: row.price,
    price_per_hour: row.price_per_hour,
    price_per_day: row.price_per_day,
    price_per_week: row.price_per_week,
    price_per_month: row.price_per_month,
    amenities: row.amenities,
    space_amenities: row.space_amenities,
    type: row.type,
    rent_type: row.rent_type,
    deleted_at: row.deleted_at,
  }
}

/** What everybody may know of an office. */
export function publicOffice(row: OfficeRow, subOffices: SubOffice[]): Office {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    lat: row.lat,
    lon: row.lon,
    pictures: row.pictures,
    open_hours: row.open_hours,
    close_hours: row.close_hours,
    time_zone: row.time_zone,
    currency: row.currency,
    address: row.address,
    capacity: row.capacity,
    amenities: row.amenities,
    phone_number: row.phone_number,
    email: row.email,
    additional_info: row.additional_info,
    hidden: row.hidden,
    coming_soon: row.coming_soon,
    temporarily_closed: row.temporarily_closed,
    hide_from_all_view: row.hide_from_all_view,
    deleted_at: row.deleted_at,
    createdAt: row.createdAt,
    sub_offices: subOffices,
  }
}

/** Hidden offices and those kept out of lists are not shown to the public in the list of all. */
export const isListed = (row: OfficeRow): boolean => !row.hidden && !row.hide_from_all_view
