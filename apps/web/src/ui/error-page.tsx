import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isServerInReach } from '#web/api/server-reach.ts'
import errorArt from '#web/pictures/empty-error.svg'
import { Message } from '#web/ui/message.tsx'

export function ErrorPage() {
  const { t } = useTranslation('ui')
  const [trying, setTrying] = useState(false)
  const [connected, setConnected] = useState(navigator.onLine)

  async function retry() {
    setTrying(true)
    if (await isServerInReach()) return window.location.reload()
    setTrying(false)
    setConnected(false)
  }

  return (
    <main>
      <Message
        art={errorArt}
        alert
        order={1}
        title={t('somethingBroke')}
        text={connected ? t('somethingBrokeText') : t('noConnection')}
        action={
          <>
            <Button variant="filled" loading={trying} onClick={() => void retry()}>
              {t('retry')}
            </Button>
            <Button component="a" href="/">
              {t('home')}
            </Button>
          </>
        }
      />
    </main>
  )
}
