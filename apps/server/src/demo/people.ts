import people from '#server/demo/people.json' with { type: 'json' }

/** For the five demo sign-ins only: nobody else in the demo has a password. */
export const DEMO_PASSWORD = 'keyhour-demo'

export const DEMO_SIGN_INS: { email: string; role: string }[] = [
  { email: 'admin@keyhour.test', role: 'admin' },
  { email: 'manager@keyhour.test', role: 'office manager' },
  { email: 'owner@keyhour.test', role: 'space owner' },
  { email: 'business@keyhour.test', role: 'business manager' },
  { email: 'member@keyhour.test', role: 'member' },
]

export type Country = 'il' | 'de' | 'uk' | 'us'

export type DemoPerson = {
  /** The email address before `@keyhour.test`. */
  account: string
  name: string
  country: Country
  /** The number of the drawn face on the ID photo; null when there is none. */
  face: number | null
  deletedDaysAgo?: number
}

/** The sign-ins come first. */
export const PEOPLE = people.people as DemoPerson[]

export type DemoBusiness = {
  name: string
  tax_id: string
  manager: string
  /** Account, and the credits the person may spend in a month; null means no limit. */
  employees: [account: string, monthlyCredits: number | null][]
}

export const BUSINESSES = people.businesses as DemoBusiness[]
