import type { UserDetails } from '@keyhour/contract/admin-users'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '#web/features/admin-users/api.ts'
import { UserAudit } from '#web/features/admin-users/user-audit.tsx'
import { UserCredits } from '#web/features/admin-users/user-credits.tsx'
import { UserOrders } from '#web/features/admin-users/user-orders.tsx'
import { UserProfile } from '#web/features/admin-users/user-profile.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

const PARTS = ['profile', 'credits', 'orders', 'audit'] as const

export function UserDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation('admin-users')
  const shown = useLast(id)
  const user = useQuery({ ...userQuery(shown ?? 0), enabled: shown !== null })
  return (
    <SidePanel opened={id !== null} onClose={onClose} title={user.data?.name ?? t('drawer.loading')}>
      <QueryView query={user} loading={t('drawer.loading')}>
        {(details) => <Parts key={details.id} user={details} />}
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

function Parts({ user }: { user: UserDetails }) {
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
      <Tabs.Panel value="orders">
        <UserOrders id={user.id} />
      </Tabs.Panel>
      <Tabs.Panel value="audit">
        <UserAudit id={user.id} />
      </Tabs.Panel>
    </Tabs>
  )
}
