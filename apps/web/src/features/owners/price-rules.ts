import type { Holiday, WeekdayHours } from '@keyhour/contract/office-clock'
import {
  type OfficeHours,
  OfficeHours as OfficeHoursFields,
  type OwnerOffice,
  type OwnerSpace,
  type SpacePrices,
  SpacePrices as SpacePricesFields,
} from '@keyhour/contract/owners'

export const RATES = ['price_per_hour', 'price_per_day', 'price_per_week', 'price_per_month'] as const
type Rate = (typeof RATES)[number]

/** As typed, in major units. */
export type PricesDraft = Record<Rate, string>

export function draftOfPrices(space: OwnerSpace): PricesDraft {
  const typed = (cents: number | null) => (cents === null ? '' : String(cents / 100))
  return {
    price_per_hour: typed(space.price_per_hour),
    price_per_day: typed(space.price_per_day),
    price_per_week: typed(space.price_per_week),
    price_per_month: typed(space.price_per_month),
  }
}

/** Undefined for an empty field. Accepts a decimal comma. */
const numberIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'))

type Checked<Body, Draft> = { body?: Body; mistakes: Partial<Record<keyof Draft, string>> }

type Parsed<Body> = { data?: Body; error?: { issues: { path: PropertyKey[]; message: string }[] } }

/** One message per field. */
function checked<Body, Draft>({ data, error }: Parsed<Body>): Checked<Body, Draft> {
  if (data !== undefined) return { body: data, mistakes: {} }
  const mistakes: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) mistakes[String(path[0])] ??= message
  return { mistakes: mistakes as Checked<Body, Draft>['mistakes'] }
}

/** The version is the one that was read. */
export const checkPrices = (
  draft: PricesDraft,
  { sub_office_id, version }: OwnerSpace,
): Checked<SpacePrices, PricesDraft> =>
  checked(
    SpacePricesFields.safeParse({
      sub_office_id,
      version,
      price_per_hour: numberIn(draft.price_per_hour),
      price_per_day: numberIn(draft.price_per_day),
      price_per_week: numberIn(draft.price_per_week),
      price_per_month: numberIn(draft.price_per_month) ?? null,
    }),
  )

/** Without a price for what it is rented by, a sub-office costs nothing. */
export const costsNothing = (draft: PricesDraft, { rent_type, sub_office_id }: OwnerSpace): boolean =>
  sub_office_id !== null && numberIn(rent_type === 'day' ? draft.price_per_day : draft.price_per_hour) === 0

/** Both empty: around the clock. */
export type HoursDraft = {
  open_hours: string
  close_hours: string
  week_hours: WeekdayHours[]
  holidays: Holiday[]
  /** Orders that these hours leave outside stay. */
  keep_orders?: boolean
}

export const draftOfHours = ({ open_hours, close_hours, week_hours, holidays }: OwnerOffice): HoursDraft => ({
  open_hours: open_hours ?? '',
  close_hours: close_hours ?? '',
  week_hours,
  holidays,
})

export const checkHours = (draft: HoursDraft, { version }: OwnerOffice): Checked<OfficeHours, HoursDraft> =>
  checked(OfficeHoursFields.safeParse({ ...draft, version }))
