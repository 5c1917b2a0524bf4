import errorArt from 'virtual:picture/empty-error'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Message } from '#web/ui/message.tsx'

type Props = { message: string; onRetry: () => void; busy?: boolean }

/** What failed, and a button to try it again. */
export function Failure({ message, onRetry, busy = false }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Message
      art={errorArt}
      alert
      title={message}
      action={
        <Button onClick={onRetry} loading={busy}>
          {t('retry')}
        </Button>
      }
    />
  )
}
