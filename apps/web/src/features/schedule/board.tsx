import type { BoardBlock, BoardDay, BoardSpace, ScheduleBoard } from '@keyhour/contract/schedule'
import { useDirection, VisuallyHidden } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import classes from '#web/features/schedule/board.module.css'
import { TakenRow } from '#web/features/schedule/board-row.tsx'
import { type DraggedBooking, movableIn } from '#web/features/schedule/move-rules.ts'
import { MoveStatus } from '#web/features/schedule/move-status.tsx'
import { NowLine } from '#web/features/schedule/now-line.tsx'
import {
  type Axis,
  axisOf,
  type BoardRow,
  boardRows,
  boardView,
  firstMinuteInView,
  HALF,
  hoursOf,
  inLanes,
  type MarkedTime,
  markedOn,
  placeOn,
} from '#web/features/schedule/rules.ts'
import { useMark } from '#web/features/schedule/use-mark.ts'
import { useMove } from '#web/features/schedule/use-move.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useWalk } from '#web/ui/use-walk.ts'

type Props = {
  board: ScheduleBoard
  label: string
  today: string
  now: number
  /** Another day is on its way. */
  isOld: boolean
  /** The address of an order, without its number. */
  ordersAt: string
  /** An empty stretch was chosen. */
  onTime: (time: MarkedTime) => void
  /** Something that is not an order was chosen, or an order with a finger, to move it. */
  onBlock: (block: BoardBlock, row: BoardRow) => void
  /** A booking was dropped elsewhere. Left out if nothing can be moved. */
  onMove?: ((dragged: DraggedBooking) => void) | undefined
  /** What was dropped is being decided. */
  isDeciding?: boolean
}

/** Hours across; down, all spaces on one day, or the days of one space. */
export function Board({ board, label, today, now, isOld, ordersAt, onTime, onBlock, ...moves }: Props) {
  const { t } = useTranslation('schedule')
  const frame = useRef<HTMLElement>(null)
  const hint = useId()
  const navigate = useNavigate()
  const zone = board.office.time_zone
  const drawn = useDrawn(board)
  const { axis, rows, blocks, starts } = drawn
  const { stop, onFocus, onKeyDown } = useWalk(frame, starts)
  const { onMove, isDeciding = false } = moves
  const moving = useMove({ frame, axis, rows, blocks, zone, onMove, isDeciding })
  const labels = useLabels(board, rows, today)
  const marking = useMark(axis, ({ row, ...minutes }) =>
    onTime(markedOn(rows[row]!, minutes, { zone, byClock: axis.byClock })),
  )
  useScrollToHours(frame, { board, axis, now })

  /** One listener for all blocks. */
  function open(event: MouseEvent) {
    const chosen = chosenBy(event, drawn)
    if (!chosen) return
    event.preventDefault()
    if (moving.hasDragged()) return
    const { row, block, address, isTouch } = chosen
    const wantsChoice = isTouch && onMove && movableIn(block, row.sub_office_id)
    if (address !== null && !wantsChoice) return void navigate(address)
    onBlock(block, row)
  }

  const pointer = inTurn(moving, marking)

  function press(event: KeyboardEvent<HTMLElement>) {
    if (!moving.onKeyDown(event)) onKeyDown(event)
  }

  return (
    <section
      ref={frame}
      className={classes.board}
      aria-label={label}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
      tabIndex={0}
      data-old={isOld || undefined}
      style={{ '--hours': (axis.to - axis.from) / (2 * HALF) } as CSSProperties}
      onClick={open}
      onFocus={onFocus}
      onBlur={moving.onBlur}
      onKeyDown={press}
      {...pointer}
      onPointerLeave={marking.onPointerCancel}
    >
      <VisuallyHidden id={hint}>
        {t('hint')} {onMove && t('move.hint')}
      </VisuallyHidden>
      <MoveStatus news={moving.news} board={board} />
      <BoardHead axis={axis} days={board.days} zone={zone} now={now} />
      <ol className={classes.rows}>
        {rows.map((row, at) => (
          <TakenRow
            key={row.key}
            row={row}
            at={at}
            label={labels[at]}
            stop={stop.row === at ? stop.at : undefined}
            mark={[marking.mark, moving.mark].find((mark) => mark?.row === at) ?? null}
            lifted={moving.lifted?.row === at ? moving.lifted.order_id : undefined}
            {...{ axis, zone, now, ordersAt }}
          />
        ))}
      </ol>
    </section>
  )
}

/** Where everything is drawn. */
function useDrawn(board: ScheduleBoard) {
  const axis = useMemo(() => axisOf(board), [board])
  const rows = useMemo(() => onAxis(boardRows(board), axis, board.office.time_zone), [board, axis])
  const blocks = useMemo(
    () => rows.map((row) => inLanes(row.blocks, row.units).map(({ block }) => block)),
    [rows],
  )
  const starts = useMemo(() => blocks.map((some) => some.map(({ start }) => Date.parse(start))), [blocks])
  return { axis, rows, blocks, starts }
}

/** A closure may lie in hours that the board leaves out: what is not drawn, the keys must not reach. */
const onAxis = (rows: BoardRow[], axis: Axis, zone: string): BoardRow[] =>
  rows.map((row) => ({
    ...row,
    blocks: row.blocks.filter((block) => placeOn({ axis, day: row.day, zone }, block)),
  }))

/** The same elements each time, so that a row on which nothing moves is not drawn again. */
const useLabels = (board: ScheduleBoard, rows: BoardRow[], today: string): ReactNode[] =>
  useMemo(
    () => rows.map((row) => <RowLabel key={row.key} row={row} board={board} today={today} />),
    [rows, board, today],
  )

/** The block that a click has met. Undefined if there is none, or if the click is for the browser. */
function chosenBy(event: MouseEvent, { rows, blocks }: Pick<ReturnType<typeof useDrawn>, 'rows' | 'blocks'>) {
  const element = (event.target as Element).closest<HTMLElement>('[data-spot]')
  if (!element || event.metaKey || event.ctrlKey || event.shiftKey) return undefined
  const [at, index] = element.dataset.spot!.split('-').map(Number)
  return {
    row: rows[at!]!,
    block: blocks[at!]![index!]!,
    address: element.getAttribute('href'),
    isTouch: (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch',
  }
}

const POINTER = ['onPointerDown', 'onPointerMove', 'onPointerUp', 'onPointerCancel'] as const
type PointerHandlers = Record<(typeof POINTER)[number], (event: PointerEvent) => void>

/** A block is dragged, an empty stretch is drawn: only one of the two takes up the pointer. */
const inTurn = (one: PointerHandlers, other: PointerHandlers): PointerHandlers =>
  Object.fromEntries(
    POINTER.map((name) => [
      name,
      (event: PointerEvent) => {
        one[name](event)
        other[name](event)
      },
    ]),
  ) as PointerHandlers

type HeadProps = { axis: Axis; days: BoardDay[]; zone: string; now: number }

function BoardHead({ axis, days, zone, now }: HeadProps) {
  const [day] = days
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.corner} />
      <div className={classes.hours} data-hours>
        {hoursOf(axis, day!, zone).map(({ at, text }) => (
          <span key={at}>{text}</span>
        ))}
        {days.length === 1 && (
          <NowLine axis={axis} day={day!} zone={zone} now={now}>
            {formatTime(new Date(now).toISOString(), zone)}
          </NowLine>
        )}
      </div>
    </div>
  )
}

type LabelProps = { row: BoardRow; board: ScheduleBoard; today: string }

/** Leads from a day to the week of a space, and from a week to all spaces on a day. */
function RowLabel({ row, board, today }: LabelProps): ReactNode {
  const { t } = useTranslation('schedule')
  const { date, holiday, openings } = row.day
  const linkTo = (change: Parameters<typeof boardView.write>[1]) =>
    `?${boardView.write(new URLSearchParams(), { office: board.office.id, date, ...change })}`
  if (board.days.length > 1)
    return (
      <>
        <Link to={linkTo({ view: 'day' })} data-today={date === today || undefined}>
          {formatDate(date)}
        </Link>
        {holiday ? (
          <small>{localPlace(holiday).name}</small>
        ) : (
          openings.length === 0 && <small>{t('closedOn')}</small>
        )}
      </>
    )
  const space = board.spaces.find(({ sub_office_id }) => sub_office_id === row.sub_office_id)!
  return (
    <>
      <Link
        to={linkTo({ view: 'week', space: space.sub_office_id ?? undefined })}
        aria-label={t('weekOf', { space: localPlace(space).name })}
      >
        <bdi>{localPlace(space).name}</bdi>
      </Link>
      {space.units > 1 && <Seats space={space} />}
    </>
  )
}

function Seats({ space }: { space: BoardSpace }) {
  const { t } = useTranslation('schedule')
  return <small>{t('seats', { count: space.units })}</small>
}

type Shown = { board: ScheduleBoard; axis: Axis; now: number }

/** If not all hours fit, those that matter are in view. */
function useScrollToHours(frame: { current: HTMLElement | null }, { board, axis, now }: Shown): void {
  const { dir } = useDirection()
  const [first] = board.days
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day or office moves the board
  useLayoutEffect(() => {
    const shown = frame.current
    const hours = shown?.querySelector('[data-hours]')
    if (!shown || !hours) return
    const share = Math.max(0, (firstMinuteInView(board, axis, now) - axis.from) / (axis.to - axis.from))
    const across = share * hours.clientWidth
    shown.scrollTo?.({ left: dir === 'rtl' ? -across : across, top: 0 })
  }, [first?.start, board.office.id, board.days.length])
}
