import type { OrderDetails } from '@keyhour/contract/orders'
import { tellWaiting } from '@keyhour/contract/visits'
import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { confirm, Declined } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { orderId: OrderDetails['id']; name: string }

/** For staff: tells the customer that somebody is waiting for them at the entrance. */
export function TellWaitingButton({ orderId, name }: Props) {
  const { t } = useTranslation('push')
  const tell = useMutation({
    mutationFn: async () => {
      await confirm({ message: t('lobby.confirm', { name }), type: 'message' })
      await call(tellWaiting, { params: { orderId } })
    },
    onSuccess: () => notify(t('lobby.done', { name }), 'success'),
    onError: (error) => {
      if (!(error instanceof Declined)) notify(refusalText(error), 'error')
    },
  })
  return (
    <Button
      leftSection={<IconBell aria-hidden size={18} />}
      loading={tell.isPending}
      onClick={() => tell.mutate()}
    >
      {t('lobby.action')}
    </Button>
  )
}
