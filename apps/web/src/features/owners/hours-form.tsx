import { wallClock } from '@keyhour/contract/office-clock'
import type { OwnerOffice } from '@keyhour/contract/owners'
import { SimpleGrid } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { HolidaysField } from '#web/features/closures/holidays-field.tsx'
import { OrdersOutside, outsideIn } from '#web/features/closures/orders-outside.tsx'
import { WeekFields } from '#web/features/closures/week-fields.tsx'
import { changeHours, fetchOwnerOffice, useOwnerChange } from '#web/features/owners/api.ts'
import { checkHours, draftOfHours, type HoursDraft } from '#web/features/owners/price-rules.ts'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { office: OwnerOffice; onClose: () => void }

export function HoursForm({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('owners')
  return (
    <FormWindow opened={opened} title={t('hours.title')} onClose={props.onClose}>
      <Fields {...props} />
    </FormWindow>
  )
}

function Fields({ office, onClose }: Props) {
  const { t } = useTranslation(['owners', 'closures'])
  /** The version that saving refers to. */
  const [read, setRead] = useState(office)
  const form = useForm<HoursDraft>({
    mode: 'controlled',
    initialValues: draftOfHours(office),
    validate: (draft) => checkHours(draft, read).mistakes,
  })
  const save = useOwnerChange({
    mutationFn: (draft: HoursDraft) => changeHours(office.id, checkHours(draft, read).body!),
    onSuccess: () => {
      notify(t('hours.saved'), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      // If that fails, saving again tries again.
      if (isOvertaken(error)) setRead((await fetchOwnerOffice(office.id).catch(() => undefined)) ?? read)
    },
  })
  const outside = outsideIn(save.error)
  return (
    <WindowForm
      form={form}
      save={outside ? { ...save, error: null } : save}
      stored={draftOfHours(read)}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="md">
        <TimeInput {...inputOf(form, 'open_hours')} label={t('hours.opens')} isClearable data-autofocus />
        <TimeInput {...inputOf(form, 'close_hours')} label={t('hours.closes')} isClearable />
      </SimpleGrid>
      <SoftText>{t('hours.hint')}</SoftText>
      <WeekFields
        {...form.getInputProps('week_hours')}
        value={form.values.week_hours}
        everyDay={form.values}
      />
      <HolidaysField
        {...form.getInputProps('holidays')}
        value={form.values.holidays}
        today={wallClock(nowMs(), office.time_zone).date}
      />
      {outside && (
        <OrdersOutside
          outside={outside}
          timeZone={office.time_zone}
          orderAddress={`/owner/orders?office=${office.id}&order=`}
          isSaving={save.isPending}
          onKeep={() => save.mutate({ ...form.getValues(), keep_orders: true })}
        />
      )}
    </WindowForm>
  )
}
