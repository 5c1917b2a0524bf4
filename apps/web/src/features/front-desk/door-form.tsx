import type { DayOrder, DeskDoor, DoorGuest, OfficeDay } from '@keyhour/contract/front-desk'
import { GUEST_LENGTH } from '@keyhour/contract/front-desk'
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutcomeUnknown, useOpening } from '#web/features/access/api.ts'
import { DAYS, openForGuest } from '#web/features/front-desk/api.ts'
import { dayStateOf } from '#web/features/front-desk/rules.ts'
import { formatTime, formatTimes } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { isolatedName, localPlace } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  officeId: number
  day: OfficeDay
  zone: string
  now: number
  /** Chosen already. */
  orderId?: number
  onClose: () => void
}

/** Opens a door for somebody at the entrance, once it is said for whom. */
export function DoorForm({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('front-desk')
  return (
    <FormWindow opened={opened} title={t('door.title')} onClose={props.onClose}>
      {opened && <Fields {...props} />}
    </FormWindow>
  )
}

const SOMEBODY_ELSE = 'else'

function Fields({ officeId, day, zone, now, orderId, onClose }: Props) {
  const { t } = useTranslation('front-desk')
  const doors = day.desk?.doors ?? []
  const [doorId, setDoorId] = useState(String(doors[0]?.id ?? ''))
  const [who, setWho] = useState<string | null>(orderId === undefined ? null : String(orderId))
  const [name, setName] = useState('')
  const door = doors.find(({ id }) => String(id) === doorId)
  const people = [
    ...guestsOf(day.today, now).map((order) => ({ value: String(order.id), label: describe(order, zone) })),
    { value: SOMEBODY_ELSE, label: t('door.somebodyElse') },
  ]
  const guest = guestOf(who, name)
  return (
    <Stack gap="md">
      <Select
        label={t('door.which')}
        data={doors.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={doorId}
        onChange={(value) => value && setDoorId(value)}
        allowDeselect={false}
      />
      {door?.trouble && (
        <Alert color="brass" variant="light">
          {serverText(door.trouble.failure)}
        </Alert>
      )}
      <Select
        label={t('door.who')}
        placeholder={t('door.choose')}
        data={people}
        value={who}
        onChange={setWho}
        searchable={people.length > 8}
        data-autofocus
      />
      {who === SOMEBODY_ELSE && (
        <TextInput
          label={t('door.name')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={GUEST_LENGTH}
          autoComplete="off"
        />
      )}
      {door && (
        // Another door or guest is another attempt.
        <OpenButtons key={`${doorId} ${JSON.stringify(guest)}`} {...{ officeId, door, guest, onClose }} />
      )}
    </Stack>
  )
}

function guestOf(who: string | null, name: string): DoorGuest | null {
  if (who === null) return null
  if (who !== SOMEBODY_ELSE) return { order_id: Number(who) }
  return name.trim() === '' ? null : { guest: name.trim() }
}

/** Who might stand at the door, those who are expected first. */
function guestsOf(orders: readonly DayOrder[], now: number): DayOrder[] {
  const ranks = { late: 0, coming: 1, here: 2, waiting: 3, overdue: 4, over: 5 }
  const rankOf = (order: DayOrder) => ranks[dayStateOf(order, now)]
  return orders
    .filter((order) => rankOf(order) < ranks.over)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function describe({ User, Office, start, end }: DayOrder, zone: string): string {
  const times = end === null ? formatTime(start, zone) : formatTimes(start, end, zone)
  const names = [User.name, ...(Office.type === 'SubOffice' ? [localPlace(Office).name] : [])]
  return [...names.map(isolatedName), times].join(' · ')
}

type ButtonsProps = { officeId: number; door: DeskDoor; guest: DoorGuest | null; onClose: () => void }

function OpenButtons({ officeId, door, guest, onClose }: ButtonsProps) {
  const { t } = useTranslation(['front-desk', 'ui'])
  const queryClient = useQueryClient()
  const opening = useOpening((key) => openForGuest(officeId, door.id, guest!)(key))
  const { error } = opening
  function open() {
    opening.mutate(undefined, {
      onSuccess: () => {
        notify(t('door.opened', { name: door.name }), 'success')
        onClose()
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: DAYS }),
    })
  }
  return (
    <>
      <FailureAlert
        text={
          error && (isOutcomeUnknown(error) ? t('door.notKnown', { name: door.name }) : refusalText(error))
        }
      />
      <Text size="sm" c="dimmed">
        {t('door.logged')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button onClick={onClose}>{t('cancel', { ns: 'ui' })}</Button>
        <Button
          variant="filled"
          leftSection={<IconLockOpen aria-hidden size={18} />}
          disabled={guest === null}
          loading={opening.isPending}
          onClick={open}
        >
          {t('door.open', { name: door.name })}
        </Button>
      </Group>
    </>
  )
}
