import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/ui/files.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { number: number; fetch: () => Promise<Blob> }

export function ReceiptButton({ number, fetch }: Props) {
  const { t } = useTranslation('payments')
  const download = useMutation({
    mutationFn: async () => saveFile(`keyhour-receipt-${number}.pdf`, await fetch()),
    onError: (error) => notifyFailure(error),
  })
  return (
    <Button
      size="xs"
      leftSection={<IconDownload aria-hidden size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('receiptPdf', { number })}
    </Button>
  )
}
