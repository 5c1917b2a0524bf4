import type { OrderAccess } from '@keyhour/contract/access'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Badge, Button, Collapse, Group, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/access.module.css'
import { likelyDoor } from '#web/features/visits/access-rules.ts'
import { DoorButton } from '#web/features/visits/door-button.tsx'
import { serverText } from '#web/texts/i18n.ts'

type Doors = OrderAccess['doors']
type Props = {
  order: OrderDetails
  doors: Doors
  isOwn: boolean
  /** On a phone it stays at the lower edge, within reach of the thumb. */
  isPinned: boolean
}

/** A large button for the likely door; the others behind "Other doors". */
export function OrderDoors({ order, doors, isOwn, isPinned }: Props) {
  const { t } = useTranslation('access')
  const [justOpened, onOpened] = useJustOpened()
  const likely = likelyDoor(doors, justOpened)
  if (!likely) return null
  if (!isOwn) return <DoorStates doors={doors} />
  return (
    <>
      <div
        className={classes.doors}
        data-pinned={isPinned || undefined}
        data-bottom-bar={isPinned || undefined}
      >
        <Offline />
        <DoorButton key={likely.id} order={order} door={likely} onOpened={onOpened} />
      </div>
      <OtherDoors order={order} doors={doors.filter((door) => door !== likely)} onOpened={onOpened} />
      {doors.map(
        ({ id, name, state, failure }) =>
          state === 'failed' && (
            <Text key={id} size="sm">
              {t('order.codeNotIn', { name, reason: failure ? serverText(failure) : '' })}
            </Text>
          ),
      )}
    </>
  )
}

type OtherProps = { order: OrderDetails; doors: Doors; onOpened: (id: number) => void }

function OtherDoors({ order, doors, onOpened }: OtherProps) {
  const { t } = useTranslation('access')
  const [opened, { toggle }] = useDisclosure(false)
  const listId = useId()
  if (doors.length === 0) return null
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={listId}
        rightSection={<IconChevronDown aria-hidden size={18} className={classes.chevron} />}
      >
        {t('order.otherDoors')}
      </Button>
      <Collapse expanded={opened} id={listId}>
        <div className={classes.others}>
          {doors.map((door) => (
            <DoorButton key={door.id} order={order} door={door} onOpened={onOpened} isOther />
          ))}
        </div>
      </Collapse>
    </div>
  )
}

/** First the button says that the door is open; then it offers the next one for a few minutes. */
const SAID_MS = 8_000
const INSIDE_MS = 5 * 60_000

function useJustOpened(): [number | null, (id: number) => void] {
  const [opened, setOpened] = useState<{ id: number } | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => {
    if (!opened) return
    const said = setTimeout(() => setShown(opened.id), SAID_MS)
    const forgotten = setTimeout(() => setShown(null), INSIDE_MS)
    return () => {
      clearTimeout(said)
      clearTimeout(forgotten)
    }
  }, [opened])
  return [shown, (id) => setOpened({ id })]
}

function Offline() {
  const { t } = useTranslation('access')
  const { online } = useNetwork()
  return (
    <Text size="sm" className={classes.said} role="status" fw={500}>
      {!online && t('order.offline')}
    </Text>
  )
}

const COLOR = { requested: 'gray', installed: 'gray', failed: 'danger', removed: 'gray' } as const

/** For admins: the state of the customer's code in each door. */
function DoorStates({ doors }: { doors: Doors }) {
  const { t } = useTranslation('access')
  return (
    <ul className={classes.states}>
      {doors.map(({ id, name, state, failure }) => (
        <li key={id}>
          <Group justify="space-between" gap="sm">
            <bdi>{name}</bdi>
            <Badge size="sm" variant="light" color={COLOR[state]} tt="none">
              {t(`grant.${state}`)}
            </Badge>
          </Group>
          {failure && (
            <Text size="sm" c="dimmed">
              {serverText(failure)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
