import type { Availability } from '@keyhour/contract/availability'
import type { Office } from '@keyhour/contract/offices'
import { Switch, Text, useDirection, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useOfficeDay } from '#web/features/availability/use-office-day.ts'
import {
  type BegunStay,
  chosenIn,
  chosenNext,
  firstAhead,
  marginOf,
  ownStays,
  type SpaceRow,
  spaceRows,
  timeIn,
} from '#web/features/bookings/board-rules.ts'
import classes from '#web/features/bookings/space-board.module.css'
import { type BoardColumns, SpaceBoardRow } from '#web/features/bookings/space-board-row.tsx'
import type { Booking } from '#web/features/bookings/use-booking.ts'
import { useDraw } from '#web/features/bookings/use-draw.ts'
import { myOrdersQuery } from '#web/features/orders/api.ts'
import { HALF_HOUR_MS, type Half, type HalfRange, NEXT_DAY } from '#web/format/half-hours.ts'
import { formatDate, formatHour, formatTime, formatWallRange } from '#web/format/time.ts'
import { useNow } from '#web/ui/now.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { useWalk } from '#web/ui/use-walk.ts'

const MINUTE_MS = 60_000

type Props = { office: Office; booking: Booking }

export function BoardSwitch({ booking: { hasBoard, showBoard } }: Pick<Props, 'booking'>) {
  const { t } = useTranslation('booking')
  return (
    <Switch
      label={t('board.show')}
      checked={hasBoard}
      onChange={({ currentTarget }) => showBoard(currentTarget.checked)}
    />
  )
}

/** All spaces of an office on the chosen day, to choose one and a time of it. */
export function SpaceBoard({ office, booking }: Props) {
  const { t } = useTranslation('booking')
  const isChosen = booking.spaceRef !== null
  const query = useOfficeDay(office.id, booking.time.date, isChosen)
  return (
    <QueryView query={query} loading={t('loadingDay')}>
      {(days) =>
        days.some(({ slots }) => slots.length > 0) ? (
          <Board office={office} booking={booking} days={days} isOld={query.isPlaceholderData} />
        ) : (
          // The day of a chosen space says it already.
          !isChosen && <Text role="status">{t(`dayReason.${days[0]?.reason ?? 'hours'}`)}</Text>
        )
      }
    </QueryView>
  )
}

function useOwnStays(rows: SpaceRow[]): HalfRange[][] {
  const orders = useInfiniteQuery(myOrdersQuery)
  return useMemo(() => {
    const mine = orders.data?.pages.flatMap(({ rows: page }) => page) ?? []
    return rows.map((row) => ownStays(row, mine))
  }, [rows, orders.data])
}

type BoardProps = Props & { days: Availability[]; isOld: boolean }

function Board({ office, booking, days, isOld }: BoardProps) {
  const { t } = useTranslation('booking')
  const frame = useRef<HTMLElement>(null)
  const hint = useId()
  // Whole minutes: rows are drawn again when it changes.
  const now = Math.floor(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const { spaces, space, time, pick } = booking
  const rows = useMemo(() => spaceRows(spaces, days, now), [spaces, days, now])
  const halves = rows[0]?.halves ?? []
  const columns = useColumns(halves, now)
  const own = useOwnStays(rows)
  const starts = useMemo(() => rows.map(({ free }) => free), [rows])
  const { stop, onFocus, onKeyDown } = useWalk(frame, starts)
  const [begun, setBegun] = useState<BegunStay | null>(null)
  const { drawn, handlers } = useDraw(rows, begun, (row, range) => choose(row, { range, begun: null }))
  const chosen = rows.map((row) => (row.space.id === space?.id ? chosenIn(row, time) : null))
  useScrollTo(frame, { halves, columns, first: chosen.find((range) => range !== null)?.first, now })

  function choose(row: SpaceRow, next: { range: HalfRange; begun: BegunStay | null }) {
    setBegun(next.begun)
    pick(row.space.id, timeIn(row, next.range))
  }

  /** One listener for all half-hours. */
  function press({ target }: MouseEvent) {
    const half = (target as Element).closest<HTMLElement>('[data-half]')?.dataset.half
    const track = (target as Element).closest<HTMLElement>('[data-track]')?.dataset.track
    const row = rows[Number(track)]
    if (half !== undefined && row) choose(row, chosenNext(row, Number(half), begun))
  }

  return (
    <div className={classes.whole}>
      <Text size="sm" c="dimmed">
        {t('board.hint')} <span className={classes.withMouse}>{t('board.drag')}</span>
        <VisuallyHidden id={hint}>{t('board.keys')}</VisuallyHidden>
      </Text>
      <section
        ref={frame}
        className={classes.board}
        aria-label={t('board.label', { date: formatDate(days[0]!.date) })}
        aria-describedby={hint}
        // Without a free half-hour, it has to be scrolled by keyboard.
        tabIndex={starts.some((free) => free.length > 0) ? undefined : 0}
        data-old={isOld || undefined}
        style={{ '--columns': columns.count } as CSSProperties}
        onClick={press}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <BoardHead halves={halves} columns={columns} now={now} zone={office.time_zone} />
        <ol className={classes.rows}>
          {rows.map((row, at) => (
            <SpaceBoardRow
              key={row.space.id}
              row={row}
              at={at}
              office={office}
              columns={columns}
              stop={stop.row === at ? stop.at : undefined}
              chosen={chosen[at]!}
              drawn={drawn?.row === at ? drawn : null}
              own={own[at]!}
            />
          ))}
        </ol>
      </section>
      <Legend
        hasSeats={rows.some(({ day }) => day.units > 1)}
        hasOwn={own.some(({ length }) => length > 0)}
      />
    </div>
  )
}

function useColumns(halves: Half[], now: number): BoardColumns {
  const { t } = useTranslation('booking')
  return useMemo(() => {
    const margin = marginOf(halves)
    const count = halves.length + 2 * margin
    const start = Date.parse(halves[0]?.slot.starts_at ?? '')
    const passed = (now - start) / HALF_HOUR_MS
    const names = halves.map(({ start: key, slot }) => {
      const time = formatWallRange(slot.start, slot.end)
      return key.endsWith(NEXT_DAY) ? t('nextDay', { time }) : time
    })
    const isToday = passed >= 0 && passed < halves.length
    return { margin, count, names, now: isToday ? (100 * (passed + margin)) / count : null }
  }, [halves, now, t])
}

type HeadProps = { halves: Half[]; columns: BoardColumns; now: number; zone: string }

function BoardHead({ halves, columns, now, zone }: HeadProps) {
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.corner} />
      <div className={classes.hours} data-hours>
        {halves.map(
          ({ slot }, at) =>
            slot.start.endsWith(':00') && (
              <span key={slot.starts_at} style={{ gridColumn: `${at + columns.margin + 1} / span 2` }}>
                {formatHour(Number(slot.start.slice(0, 2)))}
              </span>
            ),
        )}
        {columns.now !== null && (
          <b className={classes.nowHead} style={{ insetInlineStart: `${columns.now}%` }}>
            {formatTime(new Date(now).toISOString(), zone)}
          </b>
        )}
      </div>
    </div>
  )
}

type LegendProps = { hasSeats: boolean; hasOwn: boolean }

function Legend({ hasSeats, hasOwn }: LegendProps) {
  const { t } = useTranslation('booking')
  return (
    <ul className={classes.legend} aria-label={t('board.legend')}>
      <li data-look="free">{t('free')}</li>
      <li data-look="booked">{t('board.booked')}</li>
      <li data-look="closed">{t('board.closed')}</li>
      {hasOwn && <li data-look="own">{t('board.yours')}</li>}
      {hasSeats && <li data-look="seats">{t('board.seats')}</li>}
    </ul>
  )
}

type Shown = { halves: Half[]; columns: BoardColumns; first: number | undefined; now: number }

/** If not all hours fit, a day begins with what is chosen, or with what is still ahead. */
function useScrollTo(frame: RefObject<HTMLElement | null>, { halves, columns, first, now }: Shown): void {
  const { dir } = useDirection()
  const day = halves[0]?.slot.starts_at
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day moves the board
  useLayoutEffect(() => {
    const hours = frame.current?.querySelector('[data-hours]')
    if (!hours) return
    const at = first ?? firstAhead(halves, now)
    const across = (Math.max(0, at + columns.margin - 1) / columns.count) * hours.clientWidth
    frame.current?.scrollTo?.({ left: dir === 'rtl' ? -across : across, top: 0 })
  }, [day])
}
