import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Text } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { officeDayQuery } from '#web/features/front-desk/api.ts'
import { DoorForm } from '#web/features/front-desk/door-form.tsx'
import { ReleaseNote } from '#web/features/front-desk/release-note.tsx'
import { dayStateOf } from '#web/features/front-desk/rules.ts'
import { formatLength, formatTime } from '#web/format/time.ts'

/** On the page of an order of today: whether its customer is late, and a door for them. */
export function DoorForOrder({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('front-desk')
  const [opened, setOpened] = useState(false)
  const { data: day } = useQuery(officeDayQuery(order.Office.id, undefined))
  const today = day?.today.find(({ id }) => id === order.id)
  const state = today && dayStateOf(today, now)
  if (!day?.desk || state === undefined || state === 'over') return null
  return (
    <>
      {state === 'late' && (
        <Text>{t('attention.late', { length: formatLength(now - Date.parse(order.start)) })}</Text>
      )}
      {state === 'late' && <ReleaseNote order={today!} zone={order.time_zone} now={now} />}
      {state === 'overdue' && (
        <Text>{t('attention.overdue', { time: formatTime(order.end!, order.time_zone) })}</Text>
      )}
      {day.desk.doors.length > 0 && state !== 'overdue' && (
        <Button leftSection={<IconLockOpen aria-hidden size={18} />} onClick={() => setOpened(true)}>
          {t('door.action')}
        </Button>
      )}
      <DoorForm
        opened={opened}
        officeId={order.Office.id}
        day={day}
        zone={order.time_zone}
        now={now}
        orderId={order.id}
        onClose={() => setOpened(false)}
      />
    </>
  )
}
