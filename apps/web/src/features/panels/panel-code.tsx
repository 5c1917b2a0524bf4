import { CODE_MINUTES } from '@keyhour/contract/panels'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { useMakePanelCode } from '#web/features/panels/api.ts'
import classes from '#web/features/panels/panel-code.module.css'
import { formatCountdown } from '#web/format/time.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { useNow } from '#web/ui/now.ts'

/** On the clock of this device: the code is as old as the reply. */
type Shown = { code: string; until: number }

/** The code that the person types at the screen of a door. */
export function PanelCodeMaker() {
  const { t } = useTranslation('panels')
  const [shown, setShown] = useState<Shown | null>(null)
  const make = useMakePanelCode()
  const show = () =>
    make.mutate(undefined, {
      onSuccess: ({ code }) => setShown({ code, until: nowMs() + CODE_MINUTES * 60_000 }),
      onError: (error) => notifyFailure(error),
    })
  return (
    <Stack gap="sm">
      {shown && <Code shown={shown} onOver={() => setShown(null)} />}
      <Group>
        <Button loading={make.isPending} onClick={show}>
          {t(shown ? 'own.another' : 'own.show')}
        </Button>
      </Group>
    </Stack>
  )
}

function Code({ shown: { code, until }, onOver }: { shown: Shown; onOver: () => void }) {
  const { t } = useTranslation('panels')
  const queryClient = useQueryClient()
  const left = until - useNow(1_000)
  const isOver = left <= 0
  useEffect(() => {
    if (!isOver) return
    onOver()
    // It may have been used.
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  }, [isOver, onOver, queryClient])
  return (
    <div>
      <p className={classes.code} role="status">
        <bdi dir="ltr">{`${code.slice(0, 3)} ${code.slice(3)}`}</bdi>
      </p>
      <Text size="sm">{t('own.left', { time: formatCountdown(left) })}</Text>
    </div>
  )
}
