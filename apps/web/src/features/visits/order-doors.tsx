import type { OrderAccess } from '@keyhour/contract/access'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Badge, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/access.module.css'
import { DoorButton } from '#web/features/visits/door-button.tsx'
import { serverText } from '#web/texts/i18n.ts'

type Doors = OrderAccess['doors']
type Props = { order: OrderDetails; doors: Doors; isOwn: boolean }

/** A button for each door. */
export function OrderDoors({ order, doors, isOwn }: Props) {
  const { t } = useTranslation('access')
  if (doors.length === 0) return null
  if (!isOwn) return <DoorStates doors={doors} />
  return (
    <>
      <div className={classes.doors} data-bottom-bar data-doors={Math.min(doors.length, 3)}>
        <Offline />
        {doors.map((door) => (
          <DoorButton key={door.id} order={order} door={door} />
        ))}
      </div>
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
