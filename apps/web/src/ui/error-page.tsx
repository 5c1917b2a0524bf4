import errorArt from 'virtual:picture/empty-error'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Message } from '#web/ui/message.tsx'

/** The last resort: says that something broke, and offers two ways out. */
export function ErrorPage() {
  const { t } = useTranslation('ui')
  return (
    <main>
      <Message
        art={errorArt}
        alert
        order={1}
        title={t('somethingBroke')}
        text={t('somethingBrokeText')}
        action={
          <>
            <Button variant="filled" onClick={() => window.location.reload()}>
              {t('reload')}
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
