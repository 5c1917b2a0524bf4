import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { leaveBusiness, useCompanyChange } from '#web/features/businesses/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = {
  id: number
  name: string
  /** Where to go on. */
  to: string
}

export function LeaveButton({ id, name, to }: Props) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const leaving = useCompanyChange({
    mutationFn: () => leaveBusiness(id),
    onSuccess: () => {
      notify(t('leave.done', { name }), 'success')
      void navigate(to)
    },
    onError: (error: Error) => void notifyFailure(error),
  })
  const ask = () => onceConfirmed({ message: t('leave.confirm', { name }), type: 'danger' }, leaving.mutate)
  return (
    <Button
      c="var(--danger)"
      loading={leaving.isPending}
      onClick={() => void ask()}
      aria-label={t('leave.named', { name })}
    >
      {t('leave.action')}
    </Button>
  )
}
