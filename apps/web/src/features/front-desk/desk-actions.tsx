import type { OfficeDay } from '@keyhour/contract/front-desk'
import type { MyOffice } from '@keyhour/contract/offices'
import { Button, Group } from '@mantine/core'
import { IconCalendarOff, IconLockOpen } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseNowForm } from '#web/features/front-desk/close-now-form.tsx'
import { DoorForm } from '#web/features/front-desk/door-form.tsx'

type Props = {
  office: MyOffice
  subOfficeId: number | undefined
  day: OfficeDay
  zone: string
  now: number
  /** More buttons. */
  children?: ReactNode
}

/** What managers do at the entrance. */
export function DeskActions({ office, subOfficeId, day, zone, now, children }: Props) {
  const { t } = useTranslation('front-desk')
  const [form, setForm] = useState<'door' | 'close' | null>(null)
  const onClose = () => setForm(null)
  if (!day.desk) return null
  return (
    <>
      <Group gap="sm">
        {day.desk.doors.length > 0 && (
          <Button leftSection={<IconLockOpen aria-hidden size={18} />} onClick={() => setForm('door')}>
            {t('door.action')}
          </Button>
        )}
        <Button leftSection={<IconCalendarOff aria-hidden size={18} />} onClick={() => setForm('close')}>
          {t('close.action')}
        </Button>
        {children}
      </Group>
      <DoorForm opened={form === 'door'} officeId={office.id} {...{ day, zone, now, onClose }} />
      <CloseNowForm opened={form === 'close'} {...{ office, subOfficeId, day, zone, now, onClose }} />
    </>
  )
}
