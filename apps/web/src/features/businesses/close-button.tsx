import type { Business } from '@keyhour/contract/businesses'
import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { closeBusiness, useCompanyChange } from '#web/features/businesses/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

export function CloseButton({ company: { id, name } }: { company: Business }) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const closing = useCompanyChange({
    mutationFn: () => closeBusiness(id),
    onSuccess: () => {
      notify(t('close.done', { name }), 'success')
      void navigate('/company')
    },
  })
  const ask = () => onceConfirmed({ message: t('close.confirm', { name }), type: 'danger' }, closing.mutate)
  return (
    <Stack gap="md" align="flex-start">
      <FailureAlert text={failureOf(closing.error)} />
      <Button
        c="var(--danger)"
        loading={closing.isPending}
        onClick={() => void ask()}
        aria-label={t('close.named', { name })}
      >
        {t('close.action')}
      </Button>
    </Stack>
  )
}
