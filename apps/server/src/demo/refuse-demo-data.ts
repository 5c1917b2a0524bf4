import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/users.ts'
import { DEMO_SIGN_INS } from '#server/demo/people.ts'

export async function hasDemoData(db: Db): Promise<boolean> {
  const emails = DEMO_SIGN_INS.map(({ email }) => email)
  return (await db.$count(users, inArray(users.email, emails))) > 0
}

/** The passwords of the demo are public, so a database with demo data is never used in production. */
export async function refuseDemoData(db: Db): Promise<void> {
  if (!(await hasDemoData(db))) return
  throw new Error(
    'this database holds the demo data, with sign-ins that everybody knows. ' +
      'Use another DATA_DIR or DATABASE_URL, or set DEMO=on if it is to stay a demo.',
  )
}
