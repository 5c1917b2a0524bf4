import { type User, type UserForm, UserSort } from '@keyhour/contract/admin-users'
import { FIRST_PAGE, readPage, readSearched, writeInto } from '#web/ui/wish.ts'

/** What the list is asked for; all of it stands in the address. */
export type UsersWish = {
  page: number
  page_size: number
  sort: UserSort
  direction: 'asc' | 'desc'
  q: string
}

export const FIRST_WISH: UsersWish = { ...FIRST_PAGE, sort: 'created_at', direction: 'desc', q: '' }

/** What makes no sense in an address counts as not said. */
export function readWish(search: URLSearchParams): UsersWish {
  const sort = UserSort.safeParse(search.get('sort'))
  return {
    ...readPage(search),
    sort: sort.data ?? FIRST_WISH.sort,
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
    q: readSearched(search, 'q'),
  }
}

const NAMES = { page: 'page', page_size: 'size', sort: 'sort', direction: 'direction', q: 'q' } as const

/** The same address with another wish, from its first page unless told. */
export const writeWish = (address: URLSearchParams, change: Partial<UsersWish>): URLSearchParams =>
  writeInto(address, { ...readWish(address), page: 1, ...change }, FIRST_WISH, NAMES)

/** A column that is clicked again turns around; another one starts as people expect it. */
export function sortedBy(
  { sort, direction }: UsersWish,
  by: UserSort,
): Pick<UsersWish, 'sort' | 'direction'> {
  if (sort === by) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: by, direction: by === 'credit_balance' || by === 'created_at' ? 'desc' : 'asc' }
}

/** What stands in the form. The ids are texts, as choices are. */
export type Draft = { name: string; email: string; officeIds: string[]; admin: boolean }

export const EMPTY_DRAFT: Draft = { name: '', email: '', officeIds: [], admin: false }

const isStaff = ({ roles }: User['offices'][number]): boolean => roles.some((role) => role !== 'member')

/** Offices that the person runs: not a choice of this form. */
export const staffedOffices = (user: Pick<User, 'offices'> | null): number[] =>
  user?.offices.filter(isStaff).map(({ id }) => id) ?? []

export const draftOf = ({ name, email, offices, admin }: User): Draft => ({
  name,
  email,
  officeIds: offices.filter((office) => !isStaff(office)).map(({ id }) => String(id)),
  admin,
})

/** As it is checked and sent: who runs an office belongs to one. */
export const completed = (draft: Draft, staffed: number[]): Draft => ({
  ...draft,
  email: draft.email.trim(),
  officeIds: [...draft.officeIds, ...staffed.map(String)],
})

export const formOf = (draft: Draft): UserForm => ({ ...draft, officeIds: draft.officeIds.map(Number) })

export const SORTINGS = [
  'created_at-desc',
  'created_at-asc',
  'name-asc',
  'name-desc',
  'email-asc',
  'email-desc',
  'credit_balance-desc',
  'credit_balance-asc',
  'id-asc',
  'id-desc',
] as const
type Sorting = (typeof SORTINGS)[number]

export const sortingOf = ({ sort, direction }: UsersWish): Sorting =>
  SORTINGS.find((sorting) => sorting === `${sort}-${direction}`) ?? SORTINGS[0]

export function wishOf(sorting: Sorting): Pick<UsersWish, 'sort' | 'direction'> {
  const [sort, direction] = sorting.split('-') as [UserSort, UsersWish['direction']]
  return { sort, direction }
}

const ACTIONS = [
  'add user',
  'change user',
  'delete user',
  'restore user',
  'add credits',
  'make admin',
  'view ID photo',
  'export own data',
  'connect Google',
  'disconnect Google',
  'request deletion',
  'confirm deletion',
  'undo deletion',
  'purge account',
] as const

/** What the audit log calls it, as far as there are words for it. */
export const isKnownAction = (action: string): action is (typeof ACTIONS)[number] =>
  ACTIONS.some((known) => known === action)

const FIELDS = ['name', 'email', 'admin', 'officeIds', 'profile'] as const
export const isKnownField = (field: string): field is (typeof FIELDS)[number] =>
  FIELDS.some((known) => known === field)
