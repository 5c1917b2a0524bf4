import type { OrderAccess } from '@keyhour/contract/access'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Loader, Text } from '@mantine/core'
import { IconDoor, IconLockOpen } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/access.module.css'
import { type DoorPhase, useDoor } from '#web/features/visits/use-door.ts'
import { formatTime } from '#web/format/time.ts'
import { refusalText } from '#web/ui/form-errors.ts'

type Props = {
  order: OrderDetails
  door: OrderAccess['doors'][number]
  onOpened?: (id: number) => void
  /** One of several, of which another is likelier. */
  isOther?: boolean
}

const LABEL = {
  idle: 'opening.open',
  opening: 'opening.busy',
  slow: 'opening.busy',
  checking: 'opening.checking',
  open: 'opening.isOpen',
  failed: 'opening.again',
  unknown: 'opening.again',
} as const

const isBusyIn = (phase: DoorPhase): boolean => ['opening', 'slow', 'checking'].includes(phase)

function variantIn(phase: DoorPhase, isOther: boolean): string {
  if (phase === 'open') return 'light'
  return isOther ? 'default' : 'filled'
}

/** Opens a door and shows the progress. Keeps the focus meanwhile. */
export function DoorButton({ order, door: { id, name }, onOpened, isOther = false }: Props) {
  const { t } = useTranslation('access')
  const { phase, press, error, last } = useDoor(order, id, onOpened)
  const said: Record<DoorPhase, ReactNode> = {
    idle: last && t('opening.openedAt', { time: formatTime(last.at, order.time_zone) }),
    opening: null,
    slow: t('opening.slow'),
    checking: t('opening.checkingHint'),
    open: t('opening.comeIn'),
    failed: error && refusalText(error),
    unknown: t('opening.notKnown'),
  }
  return (
    <div className={classes.door}>
      <Button
        className={classes.press}
        size={isOther ? 'md' : 'xl'}
        fullWidth
        variant={variantIn(phase, isOther)}
        {...(phase === 'open' && { color: 'free' })}
        leftSection={<Sign phase={phase} />}
        aria-busy={isBusyIn(phase)}
        aria-disabled={isBusyIn(phase)}
        onClick={press}
      >
        {t(LABEL[phase], { name })}
      </Button>
      <Text size="sm" className={classes.said} data-failed={phase === 'failed' || undefined} role="status">
        {said[phase]}
      </Text>
    </div>
  )
}

function Sign({ phase }: { phase: DoorPhase }) {
  if (isBusyIn(phase)) return <Loader size={22} color="currentColor" />
  return phase === 'open' ? <IconDoor aria-hidden size={24} /> : <IconLockOpen aria-hidden size={24} />
}
