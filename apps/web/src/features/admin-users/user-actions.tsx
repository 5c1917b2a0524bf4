import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import type { User } from '@keyhour/contract/admin-users'
import { Button } from '@mantine/core'
import { IconCoins, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { freshOrdersOf } from '#web/features/account-deletion/api.ts'
import { deleteUser, previewUserDeletion, restoreUser, useUserChange } from '#web/features/admin-users/api.ts'
import { userNameId } from '#web/features/admin-users/user-name.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { formatMoney } from '#web/format/money.ts'
import { placeAndTime } from '#web/texts/place-and-time.ts'
import { confirm, onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export type UserActionsProps = {
  onEdit: (user: User) => void
  onAddCredits: (user: User) => void
}

const MOST_LISTED = 5

/** One line for each order that ends with the account. */
function lineOf(order: AffectedOrder, t: TFunction<'admin-users'>): string {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const at = placeAndTime(order)
  const { is_running, end, refund, waived, due, with_credits, left } = order
  const parts = !is_running
    ? [
        refund > 0 ? t('confirmOrder', { ...at, amount: money(refund) }) : t('confirmUnpaidOrder', { ...at }),
        waived > 0 && t('confirmWaived', { amount: money(waived) }),
      ]
    : [
        end === null ? t('confirmVisit', { ...at, due: money(due) }) : t('confirmRunning', { ...at }),
        with_credits > 0 && t('confirmFromCredits', { credits: money(with_credits) }),
        left > 0 && t('confirmLeft', { left: money(left) }),
      ]
  return parts.filter(Boolean).join('; ')
}

function questionOf(orders: AffectedOrder[], t: TFunction<'admin-users'>): string {
  const running = orders.filter(({ is_running }) => is_running)
  const coming = orders.filter(({ is_running }) => !is_running)
  return [
    t('confirmDelete'),
    coming.length > 0 && t('confirmOrders', { count: coming.length }),
    ...coming.slice(0, MOST_LISTED).map((order) => lineOf(order, t)),
    coming.length > MOST_LISTED && t('confirmMore', { count: coming.length - MOST_LISTED }),
    running.length > 0 && t('confirmSessions', { count: running.length }),
    ...running.map((order) => lineOf(order, t)),
  ]
    .filter(Boolean)
    .join('\n')
}

/** A deleted user can be restored until the account is purged. */
export function UserActions({ user, ...handlers }: UserActionsProps & { user: User }) {
  const { t } = useTranslation('admin-users')
  if (user.purged_at !== null) return <SoftText>{t('cannotRestore')}</SoftText>
  return user.deleted_at === null ? (
    <ActiveUserActions user={user} {...handlers} />
  ) : (
    <RestoreUser user={user} />
  )
}

const showError = (error: Error) => notifyFailure(error)

function RestoreUser({ user: { id, name } }: { user: User }) {
  const { t } = useTranslation('admin-users')
  const restoration = useUserChange({
    mutationFn: restoreUser,
    onSuccess: () => notify(t('isRestored', { name }), 'success'),
    onError: showError,
  })
  return (
    <Button
      size="xs"
      leftSection={<IconRestore aria-hidden size={16} />}
      loading={restoration.isPending}
      onClick={() =>
        onceConfirmed({ message: `${t('confirmRestore')}\n${t('restoredWithout')}` }, () =>
          restoration.mutate(id),
        )
      }
      aria-describedby={userNameId(id)}
    >
      {t('action.restore')}
    </Button>
  )
}

function ActiveUserActions({ user, onEdit, onAddCredits }: UserActionsProps & { user: User }) {
  const { t } = useTranslation('admin-users')
  const { id, name } = user
  const preview = useMutation({ mutationFn: previewUserDeletion, onError: showError })
  const deletion = useUserChange({
    mutationFn: deleteUser,
    onSuccess: () => notify(t('isDeleted', { name }), 'success'),
    onError: showError,
  })

  async function askToDelete(shown?: AffectedOrder[]): Promise<void> {
    const orders = shown ?? (await preview.mutateAsync(id)).orders
    await confirm({ message: questionOf(orders, t), type: 'danger' })
    try {
      await deletion.mutateAsync({ id, orders })
    } catch (error) {
      const fresh = freshOrdersOf(error)
      if (fresh) await askToDelete(fresh)
    }
  }

  const isBusy = preview.isPending || deletion.isPending
  const button = { size: 'xs', 'aria-describedby': userNameId(id) } as const
  return (
    <div className={classes.actions}>
      <Button
        {...button}
        color="danger"
        variant="subtle"
        leftSection={<IconTrash aria-hidden size={16} />}
        loading={isBusy}
        // Rejected when the admin declines, or when the preview fails, which has been reported.
        onClick={() => void askToDelete().catch(() => undefined)}
      >
        {t('action.delete')}
      </Button>
      <Button
        {...button}
        leftSection={<IconPencil aria-hidden size={16} />}
        disabled={isBusy}
        onClick={() => onEdit(user)}
      >
        {t('action.edit')}
      </Button>
      <Button
        {...button}
        leftSection={<IconCoins aria-hidden size={16} />}
        disabled={isBusy}
        onClick={() => onAddCredits(user)}
      >
        {t('action.addCredits')}
      </Button>
    </div>
  )
}
