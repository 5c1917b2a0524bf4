import type { Permission } from '@keyhour/contract/auth'

export const SIGN_UP_HOURS = 24
export const PASSWORD_LINK_MINUTES = 30

const FEWEST_DIFFERENT_CHARACTERS = 4
const FRESH_MINUTES = 10

/** `authTime` is in seconds. */
export const isFreshSignIn = (authTime: number, now: Date): boolean =>
  now.getTime() / 1000 - authTime <= FRESH_MINUTES * 60

export function isTooCommon(
  password: string,
  { name, email }: { name: string; email: string },
  isListed: (password: string) => boolean,
): boolean {
  const plain = password.toLowerCase()
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const personal = [email, email.slice(0, email.lastIndexOf('@')), name].map((text) => text.toLowerCase())
  return (
    isListed(plain) ||
    (core.length >= plain.length / 2 && isListed(core)) ||
    new Set(plain).size < FEWEST_DIFFERENT_CHARACTERS ||
    personal.includes(plain.trim())
  )
}

export type Roles = {
  admin: boolean
  managedOffices: number[]
  ownedOffices: number[]
  managedBusinesses: number[]
}

/** Owners have every permission that managers have. */
export function permissionsOf(roles: Roles): Permission[] {
  const everywhere = (permission: Permission['permission']): Permission => ({
    permission,
    office_id: null,
    business_id: null,
  })
  if (roles.admin) {
    return [
      everywhere('book'),
      everywhere('view_active_sessions'),
      everywhere('view_orders_and_payouts'),
      everywhere('manage_company_credits'),
      everywhere('administer'),
    ]
  }
  const staffed = [...new Set([...roles.managedOffices, ...roles.ownedOffices])].sort((a, b) => a - b)
  return [
    everywhere('book'),
    ...staffed.map((office_id) => ({ ...everywhere('view_active_sessions'), office_id })),
    ...roles.ownedOffices.map((office_id) => ({ ...everywhere('view_orders_and_payouts'), office_id })),
    ...roles.managedBusinesses.map((business_id) => ({
      ...everywhere('manage_company_credits'),
      business_id,
    })),
  ]
}
