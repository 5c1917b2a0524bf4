import { type User, UserSort } from '@keyhour/contract/admin-users'
import { useTranslation } from 'react-i18next'
import { expectedUserDirection, type UsersView } from '#web/features/admin-users/rules.ts'
import { UserActions, type UserActionsProps } from '#web/features/admin-users/user-actions.tsx'
import { UserName } from '#web/features/admin-users/user-name.tsx'
import { formatBalances } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { sortedBy } from '#web/ui/list-view.ts'

export type UserListProps = UserActionsProps & {
  users: User[]
  view: UsersView
  onView: (change: Partial<UsersView>) => void
  onLook: (id: number) => void
}

export function UsersTable({ users, view, onView, onLook, ...actions }: UserListProps) {
  const { t } = useTranslation('admin-users')
  const columns: Column<User>[] = [
    { key: 'id', heading: t('column.id'), cell: ({ id }) => id, numeric: true, sortable: true },
    {
      key: 'name',
      heading: t('column.name'),
      cell: (user) => <UserName user={user} onLook={onLook} />,
      sortable: true,
    },
    { key: 'email', heading: t('column.email'), cell: ({ email }) => email, sortable: true },
    {
      key: 'credit_balance',
      heading: t('column.creditBalance'),
      cell: (user) => formatBalances(user.credit_balances),
      numeric: true,
      sortable: true,
    },
    {
      key: 'created_at',
      heading: t('column.createdAt'),
      cell: ({ created_at }) => formatDay(created_at, viewerZone()),
      sortable: true,
    },
    {
      key: 'actions',
      heading: t('column.actions'),
      cell: (user) => <UserActions user={user} {...actions} />,
    },
  ]
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      isDeleted={({ deleted_at }) => deleted_at !== null}
      order={{
        by: view.sort,
        direction: view.direction,
        onSort: (key) => onView(sortedBy(view, UserSort.parse(key), expectedUserDirection)),
      }}
    />
  )
}
