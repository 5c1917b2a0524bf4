import type { MyOffice } from '@keyhour/contract/offices'
import { Button, Select, Tabs } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shownDays } from '#web/features/schedule/block-text.ts'
import { BOARD_VIEWS, type boardView, turnedBy } from '#web/features/schedule/rules.ts'
import classes from '#web/features/schedule/schedule.module.css'
import { localPlace } from '#web/texts/local-place.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import type { ViewOf } from '#web/ui/list-view.ts'
import { Turner } from '#web/ui/turner.tsx'

type View = ViewOf<typeof boardView>

type Props = {
  offices: MyOffice[]
  office: MyOffice
  /** With the day that is shown. */
  view: View
  today: string
  onChange: (change: Partial<View>) => void
}

export function ScheduleControls({ offices, office, view, today, onChange }: Props) {
  const { t } = useTranslation('schedule')
  const isDay = view.view === 'day'
  const spaces = office.sub_offices.map((space) => ({
    value: String(space.id),
    label: localPlace(space).name,
  }))
  return (
    <div className={classes.controls}>
      {offices.length > 1 && (
        <Select
          className={classes.office!}
          aria-label={t('office')}
          data={offices.map((one) => ({ value: String(one.id), label: localPlace(one).name }))}
          value={String(office.id)}
          onChange={(id) => onChange({ office: Number(id), space: undefined })}
          allowDeselect={false}
          searchable={offices.length > 10}
        />
      )}
      <Tabs
        className={classes.views!}
        value={view.view}
        onChange={(next) => next && onChange({ view: next as View['view'] })}
      >
        <Tabs.List>
          {BOARD_VIEWS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`view.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Turner
        shown={shownDays(view, t)}
        words={{ before: t(`before.${view.view}`), after: t(`after.${view.view}`), today: t('today') }}
        onTurn={(by) => onChange({ date: turnedBy(view, by) })}
        onToday={() => onChange({ date: '' })}
      />
      <DateInput
        className={`${classes.date} ${classes.half}`}
        aria-label={t('date')}
        value={view.date}
        today={today}
        onChange={(date) => onChange({ date })}
      />
      {spaces.length > 1 && (
        <Select
          className={classes.half!}
          aria-label={t('space')}
          data={isDay ? [{ value: '', label: t('allSpaces') }, ...spaces] : spaces}
          value={String(view.space ?? (isDay ? '' : spaces[0]!.value))}
          onChange={(space) => onChange({ space: space ? Number(space) : undefined })}
          allowDeselect={false}
          searchable={spaces.length > 10}
        />
      )}
      <Button
        className={classes.print!}
        leftSection={<IconPrinter aria-hidden size={18} />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
    </div>
  )
}
