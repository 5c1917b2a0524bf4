import type { User } from '@keyhour/contract/admin-users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usersQuery } from '#web/features/admin-users/api.ts'
import { formatCredits } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListTab } from '#web/ui/list-tab.tsx'

export function UsersTab() {
  const { t } = useTranslation('users')
  const users = useQuery(usersQuery)
  const columns: Column<User>[] = [
    { key: 'id', heading: t('column.id'), cell: ({ id }) => id, numeric: true },
    { key: 'name', heading: t('column.name'), cell: ({ name }) => name },
    { key: 'email', heading: t('column.email'), cell: ({ email }) => email },
    {
      key: 'balance',
      heading: t('column.creditBalance'),
      cell: (user) => formatCredits(user.credit_balance),
      numeric: true,
    },
    {
      key: 'created',
      heading: t('column.createdAt'),
      cell: ({ created_at }) => formatDay(created_at, viewerZone()),
    },
  ]
  return (
    <ListTab
      title={t('title')}
      query={users}
      columns={columns}
      rowKey={({ id }) => id}
      isDeleted={({ deleted_at }) => deleted_at !== null}
      failure={t('failedToFetch')}
      empty={t('none')}
    />
  )
}
