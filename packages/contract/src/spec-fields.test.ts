import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Device } from './access.ts'
import { User, UserForm } from './admin-users.ts'
import { AdminOrder } from './all-orders.ts'
import { SessionClaims } from './auth.ts'
import { BookingRequest } from './bookings.ts'
import { CreditPack } from './credits.ts'
import { HomeAssistant } from './hubs.ts'
import { ContactMessage } from './messages.ts'
import { Office, OfficeAmenities, SubOffice, SubOfficeAmenities } from './offices.ts'
import { OrderDetails } from './orders.ts'
import { ActiveSession } from './visits.ts'

const FIELDS: [string, z.ZodObject, string][] = [
  ['session token', SessionClaims, 'id email name admin exp'],
  ['user', User, 'id name user_name email admin profile credit_balance created_at deleted_at offices'],
  ['profile', User.shape.profile, 'passport_image phone'],
  ['user form', UserForm, 'name email officeIds admin'],
  [
    'office',
    Office,
    `id name type lat lon pictures open_hours close_hours address capacity amenities phone_number email wifi_name
     wifi_password printer_instructions openpath_org_id openpath_entry_id google_credentials outlook_credentials
     additional_info hidden coming_soon temporarily_closed hide_from_all_view deleted_at createdAt sub_offices
     pickspace_location_id pickspace_email tuya_devices ha_devices nexudus_integration roo_integration
     google_calendar_type`,
  ],
  ['office amenities', OfficeAmenities, 'wifi printer parking kitchen'],
  [
    'sub-office',
    SubOffice,
    `id office_id name capacity pictures price price_per_hour price_per_day price_per_week price_per_month amenities
     space_amenities additional_info pickspace_room_id google_calendar_id google_calendar_room_id outlook_calendar_id
     nexudus_resource_id roo_room_id type rent_type`,
  ],
  ['sub-office amenities', SubOfficeAmenities, 'screen'],
  ['active session', ActiveSession, 'id start User Office'],
  ['place of an active session', ActiveSession.shape.Office, 'type name'],
  ['order details', OrderDetails, 'id start end Office SubOffice total_price'],
  [
    'order in the admin list',
    AdminOrder,
    `id date start end user_id userName userEmail userPhoneNumber officeName subOfficeName basePricePerHourOrDay
     rent_type booking_type payment_status total_price`,
  ],
  ['booking request', BookingRequest, 'office_id sub_office_id date start end'],
  ['device', Device, 'id name office_id home_assistant_id type createdAt deleted_at'],
  ['hub', HomeAssistant, 'id url token office_id createdAt'],
  [
    'credit pack',
    CreditPack,
    'id name description credits_amount price_cents currency is_active duration_days',
  ],
  ['contact message', ContactMessage, 'id email message created_at read_at is_handled priority tags'],
]

test.each(FIELDS)('a %s has every field that the screens read', (_entity, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(/\s+/)))
})

test('a booking that ends before it starts is refused with a sentence for its end', () => {
  const booking = { office_id: 1, sub_office_id: 2, date: '2026-03-02', start: '11:00', end: '09:00' }
  const result = BookingRequest.safeParse(booking)

  expect(result.error?.issues).toMatchObject([
    { path: ['end'], message: 'End time must be after start time' },
  ])
})
