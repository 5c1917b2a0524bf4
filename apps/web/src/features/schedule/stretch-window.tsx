import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookForm } from '#web/features/schedule/book-form.tsx'
import { CloseStretchForm } from '#web/features/schedule/close-stretch-form.tsx'
import type { MarkedTime, StretchProps } from '#web/features/schedule/rules.ts'
import { FormWindow } from '#web/ui/form-window.tsx'

/** What to do with an empty stretch of the board. */
export function StretchWindow({ time, ...props }: Omit<StretchProps, 'time'> & { time: MarkedTime | null }) {
  const { t } = useTranslation('schedule')
  return (
    <FormWindow opened={time !== null} title={t('stretch.title')} onClose={props.onClose}>
      {time && <Choice time={time} {...props} />}
    </FormWindow>
  )
}

function Choice(props: StretchProps) {
  const { t } = useTranslation('schedule')
  const [act, setAct] = useState<string | null>('book')
  if (!props.isManager) return <CloseStretchForm {...props} />
  return (
    <Tabs value={act} onChange={setAct} keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="book">{t('stretch.book')}</Tabs.Tab>
        <Tabs.Tab value="close">{t('stretch.close')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="book">
        <BookForm {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="close">
        <CloseStretchForm {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}
