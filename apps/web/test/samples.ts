import type { Permission } from '@keyhour/contract/auth'
import type { Office, SubOffice } from '@keyhour/contract/offices'
import type { AdminOrder, OrderDetails } from '@keyhour/contract/orders'
import type { OwnProfile } from '@keyhour/contract/users'

export const right = (permission: Permission['permission'], office_id: number | null = null): Permission => ({
  permission,
  office_id,
  business_id: null,
})

export const sampleSpace = (change: Partial<SubOffice> = {}): SubOffice => ({
  id: 17,
  office_id: 3,
  name: 'Olive room',
  capacity: 8,
  pictures: [],
  price: null,
  price_per_hour: 5000,
  price_per_day: 30_000,
  price_per_week: 0,
  price_per_month: null,
  amenities: { screen: true },
  space_amenities: [],
  type: 'meeting_room',
  rent_type: 'hour',
  deleted_at: null,
  version: 1,
  ...change,
})

export const sampleOffice = (change: Partial<Office> = {}): Office => ({
  id: 3,
  name: 'Jaffa Port House',
  type: 'office',
  lat: 32.05,
  lon: 34.75,
  pictures: [],
  open_hours: '08:00',
  close_hours: '22:00',
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  address: '3 Port Street, Tel Aviv-Yafo',
  capacity: 40,
  amenities: { wifi: true, printer: true, parking: false, kitchen: true },
  phone_number: null,
  email: null,
  additional_info: null,
  hidden: false,
  coming_soon: false,
  temporarily_closed: false,
  hide_from_all_view: false,
  deleted_at: null,
  version: 1,
  createdAt: '2024-01-01T10:00:00.000Z',
  sub_offices: [sampleSpace()],
  wifi_name: 'keyhour-jaffa',
  wifi_password: '••••••••',
  google_credentials: true,
  ...change,
})

export const sampleOrder = (change: Partial<OrderDetails> = {}): OrderDetails => ({
  id: 41,
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T09:30:00.000Z',
  time_zone: 'Asia/Jerusalem',
  Office: { id: 3, type: 'SubOffice', name: 'Jaffa Port House' },
  SubOffice: { id: 17, name: 'Olive room' },
  total_price: 12_550,
  currency: 'ILS',
  payment_status: 'paid',
  booking_type: 'pre_book',
  cancelled_at: null,
  ...change,
})

export const sampleAdminOrder = (change: Partial<AdminOrder> = {}): AdminOrder => ({
  id: 41,
  date: '2026-03-01T07:00:00.000Z',
  start: '2026-03-02T09:00:00.000Z',
  end: '2026-03-02T11:30:00.000Z',
  user_id: 7,
  userName: 'Maya Cohen',
  userEmail: 'maya@example.com',
  userPhoneNumber: null,
  time_zone: 'Asia/Jerusalem',
  officeName: 'Jaffa Port House',
  subOfficeName: 'Olive room',
  basePricePerHourOrDay: 4000,
  rent_type: 'hour',
  booking_type: 'pre_book',
  payment_status: 'part credit',
  total_price: null,
  ...change,
})

export const sampleProfile = (change: Partial<OwnProfile> = {}): OwnProfile => ({
  id: 7,
  name: 'Maya Cohen',
  email: 'maya@example.com',
  phone: '050-1234567',
  language: 'en',
  created_at: '2024-01-01T10:00:00.000Z',
  has_password: true,
  has_google: false,
  has_passport_image: false,
  credit_balance: 0,
  credit_lots: [],
  version: 3,
  ...change,
})
