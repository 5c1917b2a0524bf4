import type { User, UserDeletion } from '@keyhour/contract/admin-users'
import { Button, Text } from '@mantine/core'
import { IconCoins, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteUser, previewUserDeletion, restoreUser, useUserChange } from '#web/features/admin-users/api.ts'
import { nameId } from '#web/features/admin-users/user-name.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { confirm, onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

export type UserActionsProps = {
  onEdit: (user: User) => void
  onAddCredits: (user: User) => void
}

/** What can be done with a user; while something is done with this one, it says so. */
export function UserActions({ user, onEdit, onAddCredits }: UserActionsProps & { user: User }) {
  const { t } = useTranslation('admin-users')
  const { name } = user
  const onError = (error: Error) => notify(refusalText(error), 'error')
  const deletion = useUserChange({
    mutationFn: deleteUser,
    onSuccess: () => notify(t('isDeleted', { name }), 'success'),
    onError,
  })
  const restoration = useUserChange({
    mutationFn: restoreUser,
    onSuccess: () => notify(t('isRestored', { name }), 'success'),
    onError,
  })
  const named = { 'aria-describedby': nameId(user.id) }

  const preview = useMutation({ mutationFn: previewUserDeletion, onError })

  const questionOf = ({ coming_orders, running_orders }: UserDeletion) =>
    [
      t('confirmDelete'),
      coming_orders > 0 && t('confirmOrders', { count: coming_orders }),
      running_orders > 0 && t('confirmSessions', { count: running_orders }),
    ]
      .filter(Boolean)
      .join('\n')

  async function askToDelete(): Promise<void> {
    const ahead = await preview.mutateAsync(user.id)
    await confirm({ message: questionOf(ahead), type: 'danger' })
    deletion.mutate(user.id)
  }
  const askToRestore = () =>
    onceConfirmed({ message: t('confirmRestore') }, () => restoration.mutate(user.id))

  if (user.purged_at !== null)
    return (
      <Text size="sm" c="dimmed">
        {t('cannotRestore')}
      </Text>
    )
  if (user.deleted_at !== null)
    return (
      <Button
        size="xs"
        leftSection={<IconRestore aria-hidden size={16} />}
        loading={restoration.isPending}
        onClick={askToRestore}
        {...named}
      >
        {t('action.restore')}
      </Button>
    )
  const isBusy = preview.isPending || deletion.isPending
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        color="danger"
        variant="subtle"
        leftSection={<IconTrash aria-hidden size={16} />}
        loading={isBusy}
        // A No ends it, and so does a question that failed, which was told.
        onClick={() => void askToDelete().catch(() => undefined)}
        {...named}
      >
        {t('action.delete')}
      </Button>
      <Button
        size="xs"
        leftSection={<IconPencil aria-hidden size={16} />}
        disabled={isBusy}
        onClick={() => onEdit(user)}
        {...named}
      >
        {t('action.edit')}
      </Button>
      <Button
        size="xs"
        leftSection={<IconCoins aria-hidden size={16} />}
        disabled={isBusy}
        onClick={() => onAddCredits(user)}
        {...named}
      >
        {t('action.addCredits')}
      </Button>
    </div>
  )
}
