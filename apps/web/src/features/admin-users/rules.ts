import {
  AccountAct,
  type BusinessMembership,
  type OfficeRole,
  type User,
  type UserForm,
  UserSort,
} from '@keyhour/contract/admin-users'
import { listView, readDirection, readOneOf, readText, sortingsBy, type ViewOf } from '#web/ui/list-view.ts'

export const usersView = listView(
  { q: '', sort: 'created_at' as UserSort, direction: 'desc' as 'asc' | 'desc' },
  { q: readText, sort: readOneOf(UserSort.options), direction: readDirection },
)
export type UsersView = ViewOf<typeof usersView>

/** The direction of the first click on a column heading. */
export const expectedUserDirection = (sort: UserSort): 'asc' | 'desc' =>
  sort === 'credit_balance' || sort === 'created_at' ? 'desc' : 'asc'

export const USER_SORTINGS = sortingsBy(
  ['created_at', 'name', 'email', 'credit_balance', 'id'] satisfies UserSort[],
  expectedUserDirection,
)

/** Ids are strings because Mantine's choices are. */
export type Draft = {
  name: string
  email: string
  officeIds: string[]
  /** By office. In an office that is not named, the user is a member. */
  roles: Record<string, OfficeRole>
  /** Null: as stored. */
  businesses: BusinessMembership[] | null
  admin: boolean
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  email: '',
  officeIds: [],
  roles: {},
  businesses: null,
  admin: false,
}

/** The one that allows most. */
const RANK: OfficeRole[] = ['owner', 'manager', 'member']
const roleOf = ({ roles }: User['offices'][number]): OfficeRole =>
  RANK.find((role) => roles.includes(role)) ?? 'member'

export const draftOfUser = ({ name, email, offices, admin }: User): Draft => ({
  name,
  email,
  officeIds: offices.map(({ id }) => String(id)),
  roles: Object.fromEntries(offices.map((office) => [office.id, roleOf(office)])),
  businesses: null,
  admin,
})

/** A user who signed up without an invitation has no office, and the form does not require one. */
export const belongsNowhere = (user: Pick<User, 'admin' | 'offices'> | null): boolean =>
  user !== null && !user.admin && user.offices.length === 0

export const formOf = ({ name, email, officeIds, roles, businesses, admin }: Draft): UserForm => ({
  name,
  email: email.trim(),
  officeIds: officeIds.map(Number),
  memberships: officeIds.map((id) => ({ office_id: Number(id), role: roles[id] ?? 'member' })),
  ...(businesses && { businesses }),
  admin,
})

/** Other actions are shown untranslated. */
export const isKnownAction = (action: string): action is AccountAct =>
  AccountAct.options.some((known) => known === action)

/** `officeIds` is in old entries. */
const FIELDS = ['name', 'email', 'admin', 'officeIds', 'memberships', 'profile'] as const
export const isKnownField = (field: string): field is (typeof FIELDS)[number] =>
  FIELDS.some((known) => known === field)
