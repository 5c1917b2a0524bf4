import type { UserDetails } from '@keyhour/contract/admin-users'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '#web/features/admin-users/api.ts'
import { UserAudit } from '#web/features/admin-users/user-audit.tsx'
import { UserCredits } from '#web/features/admin-users/user-credits.tsx'
import { UserOrders } from '#web/features/admin-users/user-orders.tsx'
import { UserProfile } from '#web/features/admin-users/user-profile.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

/** Another feature shows what a user has bought. */
export type PaymentsOf = (userId: number) => ReactNode

const PARTS = ['profile', 'credits', 'payments', 'orders', 'audit'] as const

type Props = { id: number | null; onClose: () => void; payments: PaymentsOf }

export function UserDrawer({ id, onClose, payments }: Props) {
  const { t } = useTranslation(['admin-users', 'credits'])
  const shown = useLast(id)
  const user = useQuery({ ...userQuery(shown ?? 0), enabled: shown !== null })
  return (
    <SidePanel opened={id !== null} onClose={onClose} title={user.data?.name ?? t('drawer.loading')}>
      <QueryView query={user} loading={t('drawer.loading')}>
        {(details) => <Parts key={details.id} user={details} payments={payments} />}
      </QueryView>
    </SidePanel>
  )
}

/** Keeps showing the last user while the panel slides out. */
function useLast(id: number | null): number | null {
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  return id ?? last
}

function Parts({ user, payments }: { user: UserDetails; payments: PaymentsOf }) {
  const { t } = useTranslation('admin-users')
  return (
    <Tabs defaultValue="profile" keepMounted={false}>
      <Tabs.List className={classes.parts}>
        {PARTS.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {t(`drawer.tab.${part}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="profile">
        <UserProfile user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="credits">
        <UserCredits user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="payments">{payments(user.id)}</Tabs.Panel>
      <Tabs.Panel value="orders">
        <UserOrders id={user.id} />
      </Tabs.Panel>
      <Tabs.Panel value="audit">
        <UserAudit id={user.id} />
      </Tabs.Panel>
    </Tabs>
  )
}
