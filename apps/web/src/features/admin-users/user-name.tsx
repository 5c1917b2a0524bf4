import type { User } from '@keyhour/contract/admin-users'
import { Anchor, Badge, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-users/users.module.css'

/** Describes the buttons of the row. */
export const userNameId = (id: number): string => `user-name-${id}`

/** Also says in words what the colours of the row mean. */
export function UserName({ user, onLook }: { user: User; onLook: (id: number) => void }) {
  const { t } = useTranslation('admin-users')
  const { id, name, admin, deleted_at, purged_at } = user
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component="button" type="button" className={classes.name} onClick={() => onLook(id)}>
        <bdi id={userNameId(id)}>{name}</bdi>
      </Anchor>
      {admin && <Badge size="sm">{t('admin')}</Badge>}
      {deleted_at !== null && (
        <Badge size="sm" color="danger">
          {purged_at === null ? t('deleted') : t('purged')}
        </Badge>
      )}
    </Group>
  )
}
