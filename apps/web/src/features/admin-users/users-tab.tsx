import type { User } from '@keyhour/contract/admin-users'
import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import { ALL_USERS, usersQuery } from '#web/features/admin-users/api.ts'
import { CreditsForm } from '#web/features/admin-users/credits-form.tsx'
import { usersView } from '#web/features/admin-users/rules.ts'
import { UserCards } from '#web/features/admin-users/user-cards.tsx'
import { type PaymentsOf, UserDrawer } from '#web/features/admin-users/user-drawer.tsx'
import { UserForm } from '#web/features/admin-users/user-form.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { UsersTable } from '#web/features/admin-users/users-table.tsx'
import { useAddress, useView } from '#web/ui/address.ts'
import { ListHead } from '#web/ui/list-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Open = { form: 'user'; user: User | null } | { form: 'credits'; user: User } | null

export function UsersTab({ payments }: { payments: PaymentsOf }) {
  const { t } = useTranslation('admin-users')
  const [search, setSearch] = useAddress()
  const [view, changeView] = useView(usersView)
  const users = useQuery(usersQuery(view))
  const queryClient = useQueryClient()
  useAdminChanges('users', () => void queryClient.invalidateQueries({ queryKey: ALL_USERS }))
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<Open>(null)

  const look = (id: number | null) =>
    setSearch((address) => {
      const next = new URLSearchParams(address)
      if (id === null) next.delete('user')
      else next.set('user', String(id))
      return next
    })
  const list = {
    view,
    onView: changeView,
    onLook: look,
    onEdit: (user: User) => setOpen({ form: 'user', user }),
    onAddCredits: (user: User) => setOpen({ form: 'credits', user }),
  }

  return (
    <Stack gap="md" className={classes.tab}>
      <ListHead
        title={t('title')}
        add={t('addUser')}
        onAdd={() => setOpen({ form: 'user', user: null })}
        searchLabel={t('searchLabel')}
        placeholder={t('search')}
        q={view.q}
        onSearch={(q) => changeView({ q }, { replace: true })}
      />
      <PagedList
        query={users}
        view={view}
        onView={changeView}
        failure={t('failedToFetch')}
        empty={t('none')}
        found={(count) => t('found', { count })}
      >
        {(rows) => (isPhone ? <UserCards users={rows} {...list} /> : <UsersTable users={rows} {...list} />)}
      </PagedList>
      <UserForm opened={open?.form === 'user'} user={open?.user ?? null} onClose={() => setOpen(null)} />
      <CreditsForm user={open?.form === 'credits' ? open.user : null} onClose={() => setOpen(null)} />
      <UserDrawer id={Number(search.get('user')) || null} onClose={() => look(null)} payments={payments} />
    </Stack>
  )
}
