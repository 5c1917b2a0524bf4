import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { User } from '@keyhour/contract/admin-users'
import type { AdminOrder } from '@keyhour/contract/all-orders'
import type { Permission } from '@keyhour/contract/auth'
import type { Availability, DayOffer, MonthAvailability, Slot } from '@keyhour/contract/availability'
import type { Quote } from '@keyhour/contract/bookings'
import type { AdminBusiness, Business, OwnBusiness } from '@keyhour/contract/businesses'
import type { Charge } from '@keyhour/contract/charges'
import type { CreditEntry } from '@keyhour/contract/credits'
import type { ContactMessage } from '@keyhour/contract/messages'
import { offsetAt } from '@keyhour/contract/office-clock'
import type { Office, SubOffice } from '@keyhour/contract/offices'
import { openStateAt } from '@keyhour/contract/open-state'
import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { OwnerOffice, OwnerSpace } from '@keyhour/contract/owners'
import type { SpaceNow } from '@keyhour/contract/panels'
import type { AdminPayment, PackPayment } from '@keyhour/contract/payments'
import type { PublicPage, SpaceContent } from '@keyhour/contract/public-page'
import type { BoardBlock, BoardDay, ScheduleBoard } from '@keyhour/contract/schedule'
import type { Space } from '@keyhour/contract/spaces'
import type { Statement } from '@keyhour/contract/statements'
import type { OwnProfile } from '@keyhour/contract/users'
import { zoneInWords } from '@keyhour/contract/zone-names'

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
  additional_info: null,
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
  week_hours: [],
  holidays: [],
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  tax_percent: 18,
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

export const sampleAdminOffice = (change: Partial<AdminOffice> = {}): AdminOffice => ({
  ...sampleOffice(),
  integrations: [
    {
      provider: 'google',
      state: 'connected',
      failure: null,
      connected_at: '2026-01-05T08:00:00.000Z',
      account: 'office@keyhour.example',
      read_at: '2026-03-02T07:59:00.000Z',
      failing_links: 0,
    },
  ],
  free_cancel_hours: 24,
  free_cancel_minutes_after_booking: 15,
  late_cancel_refund_percent: 50,
  no_show_minutes: null,
  no_show_refund: 'late_cancel',
  unpaid_bookings_allowed: 1,
  cleaning_buffer_minutes: 0,
  rent_type: 'hour',
  price_per_hour: 0,
  price_per_day: 0,
  price_per_week: 0,
  price_per_month: null,
  ...change,
})

export function sampleOrder(change: Partial<OrderDetails> = {}): OrderDetails {
  const order = { ...PAID_ORDER, ...change }
  const due = order.cancelled_at === null ? order.total_price + order.tax : order.kept
  const paid = order.paid_with_credits + order.paid_by_card + order.paid_otherwise - order.refunded
  return { ...order, left: Math.max(0, due - paid), ...change }
}

const PAID_ORDER: Omit<OrderDetails, 'left'> = {
  id: 41,
  user_id: 7,
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T09:30:00.000Z',
  time_zone: 'Asia/Jerusalem',
  Office: { id: 3, type: 'SubOffice', name: 'Jaffa Port House' },
  SubOffice: { id: 17, name: 'Olive room' },
  date: '2026-03-01T07:00:00.000Z',
  rent_type: 'hour',
  base_price: 5020,
  total_price: 12_550,
  tax: 2259,
  tax_percent: 18,
  paid_with_credits: 0,
  paid_by_card: 14_809,
  paid_otherwise: 0,
  refunded: 0,
  kept: 0,
  currency: 'ILS',
  payment_status: 'paid',
  pay_until: null,
  booking_type: 'pre_book',
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
}

/** The sample order is paid, not in credits. */
export const sampleSettlement = (change: Partial<Settlement> = {}): Settlement => ({
  currency: 'ILS',
  due: 14_809,
  paid: 14_809,
  paid_in_credits: 0,
  held_on_cards: 0,
  left: 0,
  refunded_otherwise: 0,
  by_rule: { percent: 50, refund: 7405, owed: 0 },
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
  tax_percent: 18,
  commission_percent: 30,
  currency: 'ILS',
  owed: 0,
  pay_until: null,
  cancelled_at: null,
  went_on: false,
  no_show: false,
  ...change,
})

export const sampleUser = (change: Partial<User> = {}): User => ({
  id: 1,
  name: 'Maya Cohen',
  user_name: 'Maya Cohen',
  email: 'maya@example.com',
  admin: false,
  profile: { passport_image: null, phone: null },
  credit_balance: 120,
  credit_balances: [{ currency: 'ILS', credits: 120 }],
  default_currency: 'ILS',
  created_at: '2024-01-01T10:00:00.000Z',
  deleted_at: null,
  purged_at: null,
  offices: [],
  version: 1,
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
  google_email: null,
  has_passport_image: false,
  credit_balance: 0,
  credit_balances: [],
  credits_set_aside: [],
  credit_lots: [],
  version: 3,
  ...change,
})

const HALF_HOUR_MS = 1_800_000
const clock = (half: number) =>
  `${String(Math.floor(half / 2) % 24).padStart(2, '0')}:${half % 2 ? '30' : '00'}`

/** A winter day at an office two hours ahead of UTC; `taken` says what is not free, by start. */
export function sampleDay(
  change: Partial<Availability> & {
    from?: number
    until?: number
    taken?: Record<string, Partial<Slot>>
  } = {},
): Availability {
  const { from = 8, until = 22, taken = {}, date = '2026-03-02', ...rest } = change
  const midnight = Date.parse(`${date}T00:00:00+02:00`)
  const slots = Array.from({ length: (until - from) * 2 }, (_, at): Slot => {
    const half = from * 2 + at
    return {
      start: clock(half),
      end: clock(half + 1),
      starts_at: new Date(midnight + half * HALF_HOUR_MS).toISOString(),
      free: 1,
      reason: null,
      ...taken[clock(half)],
    }
  })
  return {
    office_id: 3,
    sub_office_id: 17,
    date,
    time_zone: 'Asia/Jerusalem',
    rent_type: 'hour',
    base_price: 5000,
    currency: 'ILS',
    tax_percent: 18,
    units: 1,
    reason: null,
    closure: null,
    holiday: null,
    slots,
    ...rest,
  }
}

/** March 2026 of a space rented by the day, from the second on; `taken` says what is not free, by day. */
export const sampleMonth = (
  taken: Record<number, Partial<DayOffer>> = {},
  change: Partial<MonthAvailability> = {},
): MonthAvailability => ({
  office_id: 3,
  sub_office_id: 17,
  month: '2026-03',
  units: 1,
  days: Array.from({ length: 31 }, (_, at) => ({
    date: `2026-03-${String(at + 1).padStart(2, '0')}`,
    ...(at === 0 ? { free: 0, reason: 'past' as const } : { free: 1, reason: null }),
    ...taken[at + 1],
  })),
  ...change,
})

export const sampleQuote = (change: Partial<Quote> = {}): Quote => ({
  start: '2026-03-02T07:00:00.000Z',
  end: '2026-03-02T08:00:00.000Z',
  time_zone: 'Asia/Jerusalem',
  rent_type: 'hour',
  currency: 'ILS',
  base_price: 5000,
  total_price: 5000,
  tax: 900,
  tax_percent: 18,
  due: 5900,
  with_credits: 2000,
  left: 3900,
  set_aside: 0,
  other_credits: [],
  terms: { free_until: '2026-03-01T07:00:00.000Z', free_minutes: 15, late_refund_percent: 50, no_show: null },
  ...change,
})

export const sampleOwnBusiness = (change: Partial<OwnBusiness> = {}): OwnBusiness => ({
  id: 5,
  name: 'Olive Ltd',
  role: 'manager',
  currency: 'ILS',
  left: 120_000,
  monthly_limit: null,
  allowed_types: null,
  used_this_month: 0,
  ...change,
})

export const sampleBusiness = (change: Partial<Business> = {}): Business => ({
  id: 5,
  name: 'Olive Ltd',
  currency: 'ILS',
  billing_email: null,
  tax_id: null,
  low_at: 20_000,
  left: 120_000,
  spent_this_month: 30_000,
  people: 12,
  managers: 1,
  invited: 0,
  created_at: '2026-01-15T08:00:00.000Z',
  closed_at: null,
  version: 3,
  ...change,
})

export const sampleAdminBusiness = (change: Partial<AdminBusiness> = {}): AdminBusiness => ({
  id: 5,
  name: 'Olive Ltd',
  currency: 'ILS',
  people: 12,
  managers: 1,
  left: 120_000,
  created_at: '2026-01-15T08:00:00.000Z',
  closed_at: null,
  ...change,
})

export const sampleFoundSpace = (change: Partial<Space> = {}): Space => ({
  office_id: 3,
  sub_office_id: 17,
  office_name: 'Jaffa Port House',
  name: 'Olive room',
  address: '3 Port Street, Tel Aviv-Yafo',
  type: 'meeting_room',
  rent_type: 'hour',
  capacity: 8,
  lat: 32.05,
  lon: 34.75,
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  tax_percent: 18,
  price_per_hour: 49.9,
  price_per_day: 300,
  picture: '/static/sub_office_images/olive.webp',
  amenities: [],
  coming_soon: false,
  temporarily_closed: false,
  free: null,
  distance_km: null,
  free_now: null,
  ...change,
})

const SHOWN_AT = '2026-03-02T07:00:00.000Z'

/** Of a page that was rendered on the morning of 2 March, in English. */
export function sampleSpaceContent(office: Office, change: Partial<SpaceContent> = {}): SpaceContent {
  const moment = Date.parse(SHOWN_AT)
  const { time_zone } = office
  return {
    kind: 'space',
    office,
    whole: null,
    today: SHOWN_AT.slice(0, 10),
    clock: { name: zoneInWords('en', time_zone), ahead_ms: offsetAt(moment, time_zone) },
    opening: openStateAt(office, moment),
    availability: [],
    ...change,
  }
}

/** The search or the page of an office, on the morning of 2 March. */
export const samplePublicPage = (content: PublicPage['content'], search = ''): PublicPage => ({
  language: 'en',
  origin: 'https://keyhour.test',
  path: content.kind === 'space' ? `/spaces/${content.office.id}` : '/spaces',
  search,
  now: SHOWN_AT,
  tiles: null,
  content,
})

export const samplePayment = (change: Partial<PackPayment> = {}): PackPayment => ({
  id: 12,
  created_at: '2026-03-02T08:00:00.000Z',
  way: 'card',
  status: 'open',
  pack_name: 'Regular',
  credits_amount: 800,
  duration_days: 90,
  amount: 69_900,
  tax: 10_663,
  tax_percent: 18,
  currency: 'ILS',
  refunded: 0,
  failure: null,
  checkout_url: null,
  expires_at: null,
  paid_at: null,
  receipt_number: null,
  ...change,
})

export const sampleCharge = (change: Partial<Charge> = {}): Charge => ({
  id: 23,
  order_id: 41,
  created_at: '2026-03-01T07:00:00.000Z',
  way: 'card',
  status: 'open',
  amount: 3900,
  currency: 'ILS',
  kept: change.amount ?? 3900,
  failure: null,
  checkout_url: null,
  receipt_number: null,
  ...change,
})

export const sampleAdminPayment = (change: Partial<AdminPayment> = {}): AdminPayment => {
  const { checkout_url, ...payment } = samplePayment()
  return {
    ...payment,
    user_id: 7,
    user_name: 'Maya Cohen',
    user_email: 'maya@example.com',
    reference: null,
    refundable: 0,
    refunds: [],
    ...change,
  }
}

export const sampleAffectedOrder = (change: Partial<AffectedOrder> = {}): AffectedOrder => ({
  id: 1,
  office: 'Carmel Works',
  office_he: 'בית הכרמל',
  sub_office: 'Room 1',
  sub_office_he: 'חדר 1',
  time_zone: 'UTC',
  start: '2026-03-05T09:00:00Z',
  end: '2026-03-05T11:00:00Z',
  is_running: false,
  refund: 11_800,
  refund_credits: 11_800,
  owed: 0,
  waived: 0,
  due: 0,
  with_credits: 0,
  left: 0,
  currency: 'ILS',
  ...change,
})

export const sampleCreditEntry = (change: Partial<CreditEntry> = {}): CreditEntry => ({
  id: 1,
  at: '2026-03-02T09:30:00.000Z',
  kind: 'grant',
  currency: 'ILS',
  amount: 50,
  balance: 50,
  order_id: null,
  office: null,
  office_he: null,
  sub_office: null,
  sub_office_he: null,
  description: null,
  actor_name: null,
  ...change,
})

/** From a visitor, and read. */
export const sampleMessage = (change: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 5,
  email: 'gili@example.com',
  message: 'יש חניה?',
  created_at: '2026-03-02T09:00:00.000Z',
  read_at: '2026-03-02T10:00:00.000Z',
  is_handled: false,
  priority: 'normal',
  tags: [],
  replied_at: null,
  has_files: false,
  assignee: null,
  office: null,
  version: 1,
  ...change,
})

export const sampleOwnerSpace = (change: Partial<OwnerSpace> = {}): OwnerSpace => ({
  sub_office_id: 17,
  name: 'Olive room',
  type: 'meeting_room',
  units: 1,
  units_taken: 0,
  today: { open_ms: 14 * 3_600_000, booked_ms: 7 * 3_600_000, closed_ms: 0, orders: 2 },
  rent_type: 'hour',
  price_per_hour: 5000,
  price_per_day: 30_000,
  price_per_week: 0,
  price_per_month: null,
  version: 1,
  ...change,
})

export const sampleOwnerOffice = (change: Partial<OwnerOffice> = {}): OwnerOffice => ({
  id: 3,
  name: 'Jaffa Port House',
  address: '3 Port Street, Tel Aviv-Yafo',
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  open_hours: '08:00',
  close_hours: '22:00',
  week_hours: [],
  holidays: [],
  hidden: false,
  coming_soon: false,
  temporarily_closed: false,
  version: 1,
  spaces: [sampleOwnerSpace()],
  arrivals: [],
  changes_at: '2099-01-01T00:00:00.000Z',
  ...change,
})

export const sampleStatement = (change: Partial<Statement> = {}): Statement => ({
  id: 41,
  office_id: 3,
  sub_office_id: 17,
  number: 12,
  month: '2026-02',
  office_name: 'Jaffa Port House',
  office_name_he: null,
  space_name: 'Olive room',
  space_name_he: null,
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  lines: 2,
  price: 20_000,
  tax: 3600,
  commission: 6000,
  corrections: -1250,
  net: 12_750,
  issued_at: '2026-03-03T04:20:00.000Z',
  hash: 'ab'.repeat(32),
  payout: { state: 'open', date: null, reference: null, version: 1 },
  carried_to: null,
  ...change,
})

/** Monday, eleven to half past twelve at the office. */
export const sampleBlock = (change: Partial<BoardBlock> = {}): BoardBlock => ({
  kind: 'order',
  start: '2026-03-02T09:00:00.000Z',
  end: '2026-03-02T10:30:00.000Z',
  units: 1,
  order_id: 51,
  customer: 'Maya Cohen',
  checked_in: false,
  checked_out: false,
  open_ended: false,
  waiting: false,
  closure: null,
  held_until: null,
  movable: null,
  ...change,
})

/** Open from eight to eight. */
export const sampleBoardDay = (change: Partial<BoardDay> = {}): BoardDay => ({
  date: '2026-03-02',
  start: '2026-03-01T22:00:00.000Z',
  end: '2026-03-02T22:00:00.000Z',
  openings: [{ start: '2026-03-02T06:00:00.000Z', end: '2026-03-02T18:00:00.000Z' }],
  holiday: null,
  ...change,
})

export const sampleBoard = (change: Partial<ScheduleBoard> = {}): ScheduleBoard => ({
  office: { id: 3, name: 'Jaffa Port House', name_he: null, time_zone: 'Asia/Jerusalem' },
  roles: ['manager'],
  days: [sampleBoardDay()],
  spaces: [
    { sub_office_id: 17, name: 'Olive room', name_he: null, type: 'meeting_room', units: 1, blocks: [] },
    { sub_office_id: 18, name: 'Fig room', name_he: null, type: 'meeting_room', units: 1, blocks: [] },
  ],
  ...change,
})

/** A free room, ten in the morning at its office. */
export const sampleSpaceNow = (change: Partial<SpaceNow> = {}): SpaceNow => ({
  now: '2026-03-02T08:00:20.000Z',
  office: { id: 3, name: 'Rothschild', name_he: null, time_zone: 'Asia/Jerusalem' },
  space: { id: 17, name: 'Olive room', name_he: null },
  open_until: '2026-03-02T18:00:00.000Z',
  opens_at: null,
  units: 1,
  free_units: 1,
  taken: [],
  awaits_check_in: false,
  currency: 'ILS',
  choices: [
    { minutes: 15, price: 2950 },
    { minutes: 30, price: 2950 },
    { minutes: 60, price: 5900 },
  ],
  ...change,
})
