import { wallClock } from '@keyhour/contract/office-clock'
import type { MyOffice } from '@keyhour/contract/offices'
import type { ScheduleBoard } from '@keyhour/contract/schedule'
import { Button, Group, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOfficeChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { useLastChosenOffice } from '#web/app/chosen-office.ts'
import { LiveNote } from '#web/app/live-note.tsx'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { Agenda } from '#web/features/schedule/agenda.tsx'
import { boardQuery } from '#web/features/schedule/api.ts'
import { BlockPanel, type ShownBlock } from '#web/features/schedule/block-panel.tsx'
import { shownDays } from '#web/features/schedule/block-text.ts'
import { Board } from '#web/features/schedule/board.tsx'
import { Legend } from '#web/features/schedule/legend.tsx'
import { type DraggedBooking, placeNow } from '#web/features/schedule/move-rules.ts'
import { MoveWindow } from '#web/features/schedule/move-window.tsx'
import {
  boardView,
  firstDayOf,
  type MarkedTime,
  nextHour,
  turningPointsOf,
} from '#web/features/schedule/rules.ts'
import classes from '#web/features/schedule/schedule.module.css'
import { ScheduleControls } from '#web/features/schedule/schedule-controls.tsx'
import { StretchWindow } from '#web/features/schedule/stretch-window.tsx'
import { useCarryOut } from '#web/features/schedule/use-carry-out.ts'
import { formatZone, isForeignClock } from '#web/format/time.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { localPlace } from '#web/texts/local-place.ts'
import { useView } from '#web/ui/address.ts'
import type { ViewOf } from '#web/ui/list-view.ts'
import { Message } from '#web/ui/message.tsx'
import { useNextMoment, useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const MINUTE_MS = 60_000

/** For the staff of offices: what takes the spaces of one of them, always as it is now. */
export function ScheduleScreen() {
  const { t } = useTranslation('schedule')
  const offices = useQuery(myOfficesQuery)
  return (
    <Page title={t('title')} wide>
      <QueryView
        shape="chart"
        query={offices}
        loading={t('loading')}
        isEmpty={(list) => list.length === 0}
        empty={
          <Message
            art={searchArt}
            title={t('noOffices.title')}
            text={t('noOffices.text')}
            action={
              <Button component={Link} to="/dashboard">
                {t('noOffices.action')}
              </Button>
            }
          />
        }
      >
        {(list) => <OfficeSchedule offices={list} />}
      </QueryView>
    </Page>
  )
}

function OfficeSchedule({ offices }: { offices: MyOffice[] }) {
  const { t } = useTranslation('schedule')
  const last = useLastChosenOffice()
  const [kept, changeView] = useView(boardView)
  // The board may stay open over midnight.
  const now = useNow(MINUTE_MS)
  const named = offices.find(({ id }) => id === kept.office)
  if (kept.office !== undefined && !named) return <Message art={searchArt} title={t('noOffice')} />
  const office = named ?? offices.find(({ id }) => id === last?.officeId) ?? offices[0]!
  const today = wallClock(now, office.time_zone).date
  const view = { ...kept, date: kept.date || today }
  return (
    <>
      <ScheduleControls
        offices={offices}
        office={office}
        view={view}
        today={today}
        // The office that is shown stays, whichever is chosen elsewhere.
        onChange={(change) => changeView({ office: office.id, ...change })}
      />
      {isForeignClock(new Date(now).toISOString(), office.time_zone) && (
        <SoftText>{t('clockOf', { zone: formatZone(office.time_zone) })}</SoftText>
      )}
      <Days office={office} view={view} today={today} />
    </>
  )
}

type View = ViewOf<typeof boardView>
type DaysProps = { office: MyOffice; view: View; today: string }

function Days({ office, view, today }: DaysProps) {
  const { t } = useTranslation('schedule')
  const queryClient = useQueryClient()
  const space = view.space ?? (view.view === 'week' ? office.sub_offices[0]?.id : undefined)
  const query = boardQuery(office.id, { date: firstDayOf(view), length: view.view, sub_office_id: space })
  const board = useQuery(query)
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: query.queryKey })
  const liveness = useOfficeChanges(office.id, lookAgain)
  // Times that pass are not announced by the server.
  useNextMoment(board.data ? turningPointsOf(board.data) : [], lookAgain)
  return (
    <QueryView shape="chart" query={board} loading={t('loading')}>
      {(known) => (
        <div className={classes.sheet}>
          <Text className={classes.printed!}>
            {t('printed', { office: localPlace(office).name, days: shownDays(view, t) })}
          </Text>
          <Shown board={known} office={office} view={view} today={today} isOld={board.isPlaceholderData} />
          <div className={classes.foot}>
            <Legend />
            <LiveNote liveness={liveness} updatedAt={board.dataUpdatedAt} zone={office.time_zone} />
          </div>
        </div>
      )}
    </QueryView>
  )
}

type ShownProps = DaysProps & { board: ScheduleBoard; isOld: boolean }

function Shown({ board, office: place, view, today, isOld }: ShownProps) {
  const { t } = useTranslation('schedule')
  const isPhone = useIsPhone()
  const now = useNow(MINUTE_MS)
  const [shown, show] = useState<ShownBlock | null>(null)
  const [time, setTime] = useState<MarkedTime | null>(null)
  const isAdmin = useUser()?.admin ?? false
  const { office, roles, days, spaces } = board
  const isManager = roles.includes('manager')
  const moving = useMoving(place)
  const choices = {
    board,
    now,
    ordersAt: isManager ? '/order/' : `/owner/orders?office=${office.id}&order=`,
    onBlock: (block: ShownBlock['block'], { sub_office_id }: { sub_office_id: number | null }) =>
      show({ block, space: spaces.find((space) => space.sub_office_id === sub_office_id)! }),
  }
  const isEmpty = spaces.every(({ blocks }) => blocks.length === 0)
  const [holiday] = days.length === 1 ? days.map((day) => day.holiday) : []
  return (
    <div aria-busy={isOld}>
      {!isPhone && holiday && <Text mb="sm">{t('holiday', { name: localPlace(holiday).name })}</Text>}
      {!isPhone && isEmpty && (
        <Text mb="sm" c="dimmed" role="status">
          {t(`nothing.${view.view}`)}
        </Text>
      )}
      <Group className={classes.act!} mb="sm">
        <Button
          variant="filled"
          leftSection={<IconCalendarPlus aria-hidden size={18} />}
          onClick={() => setTime(nextHour(board, today, now))}
        >
          {t(isManager ? 'stretch.action' : 'stretch.close')}
        </Button>
      </Group>
      {isPhone ? (
        <Agenda {...choices} onMove={isManager ? moving.change : undefined} />
      ) : (
        <Board
          {...choices}
          today={today}
          isOld={isOld}
          onTime={setTime}
          onMove={isManager ? moving.ask : undefined}
          isDeciding={moving.isDeciding}
          label={t('board', { office: localPlace(office).name, days: shownDays(view, t) })}
        />
      )}
      <BlockPanel
        shown={shown}
        officeId={office.id}
        zone={office.time_zone}
        now={now}
        asOwner={!isAdmin && roles.includes('owner')}
        ordersAt={choices.ordersAt}
        onMove={isManager ? moving.change : undefined}
        onClose={() => show(null)}
      />
      <MoveWindow {...moving.window} office={place} today={today} />
      <StretchWindow
        office={place}
        time={time}
        today={today}
        isManager={isManager}
        onClose={() => setTime(null)}
      />
    </div>
  )
}

/** A booking that is being moved, from the drop until it is confirmed or put back. */
function useMoving({ id, time_zone }: MyOffice) {
  const [dragged, ask] = useState<DraggedBooking | null>(null)
  const [isRefused, setRefused] = useState(false)
  function decide(next: DraggedBooking | null) {
    carryOut.reset()
    setRefused(false)
    ask(next)
  }
  const carryOut = useCarryOut({ officeId: id, zone: time_zone, onAsk: decide })
  return {
    ask: decide,
    change: (booking: DraggedBooking['booking']) => decide({ booking, to: placeNow(booking, time_zone) }),
    // What cannot go there is drawn where it is.
    isDeciding: dragged !== null && !isRefused,
    window: { dragged, carryOut, onRefused: () => setRefused(true), onClose: () => decide(null) },
  }
}
