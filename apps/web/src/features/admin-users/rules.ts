import { AccountAct, type User, type UserForm, UserSort } from '@keyhour/contract/admin-users'
import { listView, readDirection, readOneOf, readText, sortingsBy, type ViewOf } from '#web/ui/list-view.ts'

export const usersView = listView(
  { q: '', sort: 'created_at' as UserSort, direction: 'desc' as 'asc' | 'desc' },
  { q: readText, sort: readOneOf(UserSort.options), direction: readDirection },
)
export type UsersView = ViewOf<typeof usersView>

/** The direction of the first click on a column heading. */
export const expectedDirection = (sort: UserSort): 'asc' | 'desc' =>
  sort === 'credit_balance' || sort === 'created_at' ? 'desc' : 'asc'

export const USER_SORTINGS = sortingsBy(
  ['created_at', 'name', 'email', 'credit_balance', 'id'] satisfies UserSort[],
  expectedDirection,
)

/** Ids are strings because Mantine's choices are. */
export type Draft = { name: string; email: string; officeIds: string[]; admin: boolean }

export const EMPTY_DRAFT: Draft = { name: '', email: '', officeIds: [], admin: false }

const isStaff = ({ roles }: User['offices'][number]): boolean => roles.some((role) => role !== 'member')

/** Offices that the user manages or owns; this form cannot change them. */
export const staffedOffices = (user: Pick<User, 'offices'> | null): number[] =>
  user?.offices.filter(isStaff).map(({ id }) => id) ?? []

export const draftOf = ({ name, email, offices, admin }: User): Draft => ({
  name,
  email,
  officeIds: offices.filter((office) => !isStaff(office)).map(({ id }) => String(id)),
  admin,
})

/** A user who signed up without an invitation has no office, and the form does not require one. */
export const belongsNowhere = (user: Pick<User, 'admin' | 'offices'> | null): boolean =>
  user !== null && !user.admin && user.offices.length === 0

/** Managers and owners belong to their offices too. */
export const completed = (draft: Draft, staffed: number[]): Draft => ({
  ...draft,
  email: draft.email.trim(),
  officeIds: [...draft.officeIds, ...staffed.map(String)],
})

export const formOf = (draft: Draft): UserForm => ({ ...draft, officeIds: draft.officeIds.map(Number) })

/** Other actions are shown untranslated. */
export const isKnownAction = (action: string): action is AccountAct =>
  AccountAct.options.some((known) => known === action)

const FIELDS = ['name', 'email', 'admin', 'officeIds', 'profile'] as const
export const isKnownField = (field: string): field is (typeof FIELDS)[number] =>
  FIELDS.some((known) => known === field)
