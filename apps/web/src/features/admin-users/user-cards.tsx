import type { User } from '@keyhour/contract/admin-users'
import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { USER_SORTINGS } from '#web/features/admin-users/rules.ts'
import { UserActions, type UserActionsProps } from '#web/features/admin-users/user-actions.tsx'
import { UserName } from '#web/features/admin-users/user-name.tsx'
import classes from '#web/features/admin-users/users.module.css'
import type { UserListProps } from '#web/features/admin-users/users-table.tsx'
import { formatBalances } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { CardList } from '#web/ui/card-list.tsx'
import { sortedAs, sortingOf } from '#web/ui/list-view.ts'

/** For phones. */
export function UserCards({ users, view, onView, ...card }: UserListProps) {
  const { t } = useTranslation('admin-users')
  return (
    <>
      <Select
        label={t('sortBy')}
        data={USER_SORTINGS.map((value) => ({ value, label: t(`sorted.${value}`) }))}
        value={sortingOf(view)}
        onChange={(sorting) => sorting && onView(sortedAs(sorting))}
        allowDeselect={false}
      />
      <CardList label={t('title')} rows={users} isDeleted={({ deleted_at }) => deleted_at !== null}>
        {(user) => <UserCard user={user} {...card} />}
      </CardList>
    </>
  )
}

type Props = UserActionsProps & { user: User; onLook: (id: number) => void }

function UserCard({ user, onLook, ...actions }: Props) {
  const { t } = useTranslation('admin-users')
  const { id, email, credit_balances, created_at } = user
  return (
    <>
      <UserName user={user} onLook={onLook} />
      <Text size="sm" className={classes.email}>
        <bdi>{email}</bdi>
      </Text>
      <dl className={classes.facts}>
        <div>
          <dt>{t('column.id')}</dt>
          <dd>{id}</dd>
        </div>
        <div>
          <dt>{t('column.creditBalance')}</dt>
          <dd>{formatBalances(credit_balances)}</dd>
        </div>
        <div>
          <dt>{t('column.createdAt')}</dt>
          <dd>{formatDay(created_at, viewerZone())}</dd>
        </div>
      </dl>
      <UserActions user={user} {...actions} />
    </>
  )
}
