import { wallClock } from '@keyhour/contract/office-clock'
import { Button, Select, Tabs } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { useOwnedOffices } from '#web/features/owners/api.ts'
import classes from '#web/features/owners/calendar.module.css'
import {
  CALENDAR_VIEWS,
  type CalendarView,
  type Cell,
  calendarView,
  turned,
  weekOf,
} from '#web/features/owners/calendar-rules.ts'
import { CloseForm } from '#web/features/owners/close-form.tsx'
import { DayPanel } from '#web/features/owners/day-panel.tsx'
import { MonthGrid } from '#web/features/owners/month-grid.tsx'
import { WeekBoard } from '#web/features/owners/week-board.tsx'
import { formatDate, formatMonth, formatZone, isForeignClock } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useView } from '#web/ui/address.ts'
import { Page } from '#web/ui/page.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'
import { Turner } from '#web/ui/turner.tsx'

/** When the spaces of an office are taken, by week or month, always as it is now. */
export function OwnerCalendarScreen() {
  const { t } = useTranslation('owners')
  const { office } = useOwnedOffices()
  const today = wallClock(nowMs(), office.time_zone).date
  const [kept, changeView] = useView(calendarView)
  const view = { ...kept, date: kept.date || today }
  const [cell, setCell] = useState<Cell | null>(null)
  const [closing, setClosing] = useState<Cell | null>(null)
  const spaces = office.spaces.filter((space) => !view.space || String(space.sub_office_id) === view.space)

  return (
    <Page
      title={t('links.calendar')}
      wide
      actions={
        <Button
          variant="filled"
          leftSection={<IconCalendarOff aria-hidden size={18} />}
          onClick={() => setClosing({ sub_office_id: view.space ? Number(view.space) : null, date: today })}
        >
          {t('close.action')}
        </Button>
      }
    >
      <div className={classes.controls}>
        <Tabs value={view.view} onChange={(next) => next && changeView({ view: next as typeof view.view })}>
          <Tabs.List>
            {CALENDAR_VIEWS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`calendar.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <CalendarTurner view={view.view} date={view.date} onTurn={(date) => changeView({ date })} />
        {office.spaces.length > 1 && (
          <Select
            aria-label={t('calendar.space')}
            data={[
              { value: '', label: t('calendar.allSpaces') },
              ...office.spaces.map((space) => ({
                value: String(space.sub_office_id),
                label: localPlace(space).name,
              })),
            ]}
            value={view.space}
            onChange={(space) => changeView({ space: space ?? '' })}
            allowDeselect={false}
          />
        )}
      </div>
      {isForeignClock(new Date(nowMs()).toISOString(), office.time_zone) && (
        <SoftText>{t('clockOf', { zone: formatZone(office.time_zone) })}</SoftText>
      )}
      {view.view === 'week' ? (
        <WeekBoard
          office={office}
          spaces={spaces}
          date={view.date}
          today={today}
          onDate={(date) => changeView({ date }, { replace: true })}
          onCell={setCell}
        />
      ) : (
        <MonthGrid
          office={office}
          space={view.space}
          month={view.date.slice(0, 7)}
          today={today}
          onDay={(date) => changeView({ view: 'week', date })}
        />
      )}
      <DayPanel office={office} cell={cell} onClose={() => setCell(null)} onCloseTime={setClosing} />
      <CloseForm office={office} cell={closing} today={today} onClose={() => setClosing(null)} />
    </Page>
  )
}

type TurnerProps = { view: CalendarView; date: string; onTurn: (date: string) => void }

/** `''` is today. */
function CalendarTurner({ view, date, onTurn }: TurnerProps) {
  const { t } = useTranslation('owners')
  return (
    <Turner
      shown={daysShown(view, date, t)}
      words={{
        before: t(`calendar.before.${view}`),
        after: t(`calendar.after.${view}`),
        today: t('calendar.today'),
      }}
      onTurn={(by) => onTurn(turned(view, date, by))}
      onToday={() => onTurn('')}
    />
  )
}

function daysShown(view: CalendarView, date: string, t: TFunction<'owners'>): string {
  if (view === 'month') return formatMonth(date.slice(0, 7))
  const week = weekOf(date)
  return t('calendar.days', { first: formatDate(week[0]!), last: formatDate(week[6]!) })
}
