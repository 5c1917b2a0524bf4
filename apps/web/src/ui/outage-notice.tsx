import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hideNotice, showNotice } from '#web/ui/notifications.tsx'
import { type Cause, retryFailed, useOutage, watchOutages } from '#web/ui/outage.ts'

const NOTICE = 'outage'

/** Tells once of what makes several calls fail, with a retry. Goes away by itself when they succeed. */
export function OutageNotice() {
  const queryClient = useQueryClient()
  const { cause, isActLost } = useOutage()

  useEffect(() => watchOutages(queryClient), [queryClient])
  useEffect(() => {
    if (cause) showNotice(NOTICE, <Words cause={cause} isActLost={isActLost} />)
    else hideNotice(NOTICE)
  }, [cause, isActLost])
  useEffect(() => () => hideNotice(NOTICE), [])

  return null
}

function Words({ cause, isActLost }: { cause: Cause; isActLost: boolean }) {
  const { t } = useTranslation('ui')
  const queryClient = useQueryClient()
  const { isRetrying } = useOutage()
  return (
    <Group justify="space-between" gap="xs">
      <span>
        {t(`outage.${cause}`)} {isActLost && t('outage.actLost')}
      </span>
      <Button size="xs" loading={isRetrying} onClick={() => void retryFailed(queryClient)}>
        {t('retry')}
      </Button>
    </Group>
  )
}
