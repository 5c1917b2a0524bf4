import { UsersTab } from '#web/features/admin-users/users-tab.tsx'
import { UserPayments } from '#web/features/payments/user-payments.tsx'

/** The list of users, whose window also shows what they have bought. */
export function UsersPart() {
  return <UsersTab payments={(id) => <UserPayments id={id} />} />
}
