import { type PoolEntry, UsageBy } from '@keyhour/contract/business-credits'
import {
  type Business,
  type BusinessRole,
  type BusinessUpdate,
  MOST_MONTHLY_LIMIT,
  type OwnBusiness,
  PersonSort,
} from '@keyhour/contract/businesses'
import type { SpaceType } from '@keyhour/contract/offices'
import { LocalMonth } from '@keyhour/contract/primitives'
import { monthsAfter } from '#web/format/time.ts'
import {
  listView,
  readDirection,
  readOneOf,
  readText,
  readWhole,
  sortingsBy,
  type ViewOf,
} from '#web/ui/list-view.ts'

export const companiesView = listView({ q: '' }, { q: readText })
export type CompaniesView = ViewOf<typeof companiesView>

export const peopleView = listView(
  { q: '', sort: 'name' as PersonSort, direction: 'asc' as 'asc' | 'desc' },
  { q: readText, sort: readOneOf(PersonSort.options), direction: readDirection },
)
export type PeopleView = ViewOf<typeof peopleView>

/** The direction of the first click on a column heading. */
export const expectedPersonDirection = (sort: PersonSort): 'asc' | 'desc' =>
  sort === 'monthly_limit' || sort === 'used_this_month' ? 'desc' : 'asc'

export const PERSON_SORTINGS = sortingsBy(
  ['name', 'email', 'role', 'monthly_limit', 'used_this_month'] satisfies PersonSort[],
  expectedPersonDirection,
)

const readMonth = (text: string): string | undefined => LocalMonth.safeParse(text).data

/** The last twelve months, unless the address says otherwise. */
export const usageView = (thisMonth: string) =>
  listView(
    {
      from: monthsAfter(thisMonth, -11),
      to: thisMonth,
      by: 'person' as UsageBy,
      /** Whose bookings are listed below the report. */
      person: undefined as number | undefined,
    },
    { from: readMonth, to: readMonth, by: readOneOf(UsageBy.options), person: readWhole },
  )
/** The report as it is in the address, with the bookings of this person, or of everybody. */
export function usageAddress(companyId: number, shown: URLSearchParams, person?: number): string {
  const next = new URLSearchParams(shown)
  next.delete('person')
  if (person !== undefined) next.set('person', String(person))
  return `/company/${companyId}/usage${next.size > 0 ? `?${next}` : ''}`
}
export type UsageView = ViewOf<ReturnType<typeof usageView>>

/** Stays can be booked a year ahead. */
const MONTHS_AHEAD = 12

/** From the month in which the company began, latest first. Months of the address stay among them. */
export function monthsOffered(since: string, thisMonth: string, chosen: string[]): string[] {
  const last = monthsAfter(thisMonth, MONTHS_AHEAD)
  const first = [since, ...chosen].reduce((a, b) => (a < b ? a : b))
  const latest = [last, ...chosen].reduce((a, b) => (a > b ? a : b))
  const months = [latest]
  while (months.at(-1)! > first) months.push(monthsAfter(months.at(-1)!, -1))
  return months
}

/** As it was typed, in minor units: null if it is empty, undefined if it is no amount. */
export function limitTyped(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return undefined
  const cents = Math.round(Number(text) * 100)
  return cents <= MOST_MONTHLY_LIMIT ? cents : undefined
}

const limitWritten = (cents: number | null): string => (cents === null ? '' : String(cents / 100))

type Allowance = Pick<OwnBusiness, 'role' | 'monthly_limit' | 'allowed_types'>

/** What a person may do, as the forms hold it. */
export type AllowanceDraft = {
  role: BusinessRole
  limit: string
  hasAllTypes: boolean
  types: SpaceType[]
}

export const NEW_ALLOWANCE: AllowanceDraft = { role: 'employee', limit: '', hasAllTypes: true, types: [] }

export const allowanceDraftOf = ({ role, monthly_limit, allowed_types }: Allowance): AllowanceDraft => ({
  role,
  limit: limitWritten(monthly_limit),
  hasAllTypes: allowed_types === null,
  types: allowed_types ?? [],
})

export const allowanceOf = ({ role, limit, hasAllTypes, types }: AllowanceDraft): Allowance => ({
  role,
  monthly_limit: limitTyped(limit) ?? null,
  allowed_types: hasAllTypes ? null : types,
})

/** By field, as sentences that have a Hebrew version. */
export function allowanceMistakes({ limit, hasAllTypes, types }: AllowanceDraft): Record<string, string> {
  return {
    ...(limitTyped(limit) === undefined && { limit: 'Should be a number' }),
    ...(!hasAllTypes && types.length === 0 && { types: 'Choose at least one type of space' }),
  }
}

/** However they were separated; each once. */
export const addressesIn = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,;<>]+/).filter((part) => part !== '')),
]

/** What the person can still spend of the pool this month. */
export function spendable({ left, monthly_limit, used_this_month }: OwnBusiness): number {
  return monthly_limit === null ? left : Math.max(0, Math.min(left, monthly_limit - used_this_month))
}

/** Of a movement: somebody booked or bought, and the product did not do it by itself. */
export const hadPerson = ({ order_id, kind }: Pick<PoolEntry, 'order_id' | 'kind'>): boolean =>
  order_id !== null || kind === 'purchase'

export const isLow = ({ left, low_at }: Pick<Business, 'left' | 'low_at'>): boolean =>
  low_at !== null && left < low_at

export type CompanyDraft = { name: string; billing_email: string; tax_id: string; low_at: string }

export const companyDraftOf = ({ name, billing_email, tax_id, low_at }: Business): CompanyDraft => ({
  name,
  billing_email: billing_email ?? '',
  tax_id: tax_id ?? '',
  low_at: limitWritten(low_at),
})

export const companyUpdateOf = ({ billing_email, tax_id, low_at, name }: CompanyDraft): BusinessUpdate => ({
  name,
  billing_email: billing_email.trim() || null,
  tax_id: tax_id.trim() || null,
  low_at: limitTyped(low_at) ?? null,
})
