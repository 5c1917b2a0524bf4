import type { BoardBlock, BoardDay } from '@keyhour/contract/schedule'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import looks from '#web/features/schedule/block.module.css'
import { blockWords, takenBy, timesOn } from '#web/features/schedule/block-text.ts'
import classes from '#web/features/schedule/board.module.css'
import { NowLine } from '#web/features/schedule/now-line.tsx'
import {
  type Axis,
  type BoardRow,
  boardKeyOf,
  HALF,
  inLanes,
  type Laned,
  lookOf,
  markedOn,
  placeOn,
} from '#web/features/schedule/rules.ts'
import type { Mark } from '#web/features/schedule/use-mark.ts'
import { formatWallRange } from '#web/format/time.ts'

/** What all rows of a board have in common. */
type Drawn = {
  axis: Axis
  zone: string
  now: number
  /** The address of an order, without its number. */
  ordersAt: string
}

type Props = Drawn & {
  row: BoardRow
  at: number
  label: ReactNode
  /** Which of its blocks the Tab key reaches. */
  stop: number | undefined
  /** The part that is being chosen. */
  mark: Mark | null
  /** The booking that is being moved away. */
  lifted: number | undefined
}

/** A board has up to hundreds of blocks: plain elements, drawn again only if their row has changed. */
export const TakenRow = memo(function TakenRow({ row, at, label, stop, mark, lifted, ...drawn }: Props) {
  const laned = inLanes(row.blocks, row.units)
  const lanes = Math.max(1, ...laned.map(({ lane, lanes: high }) => lane + high))
  const where = { axis: drawn.axis, day: row.day, zone: drawn.zone }
  return (
    <li className={classes.row}>
      <div className={classes.label}>{label}</div>
      <div
        className={classes.track}
        data-seats={row.units > 1 || undefined}
        data-track={at}
        style={{ '--lanes': lanes } as CSSProperties}
      >
        {row.day.openings.map((opening) => {
          const place = placeOn(where, opening)
          return place && <span key={opening.start} className={classes.open} style={styleOf(place)} />
        })}
        <ul className={classes.blocks}>
          {laned.map((one, index) => (
            <Taken
              key={boardKeyOf(one.block)}
              {...one}
              {...drawn}
              row={row}
              spot={`${at}-${index}`}
              isStop={index === stop}
              isLifted={lifted !== undefined && one.block.order_id === lifted}
            />
          ))}
        </ul>
        {mark && <MarkedPart mark={mark} axis={drawn.axis} where={where} />}
        <NowLine {...where} now={drawn.now} />
      </div>
    </li>
  )
})

type MarkedProps = { mark: Mark; axis: Axis; where: { day: BoardRow['day']; zone: string } }

function MarkedPart({ mark: { from, to, title, isByDay }, axis, where: { day, zone } }: MarkedProps) {
  const size = axis.to - axis.from
  const { start, end } = markedOn({ day, sub_office_id: null }, { from, to }, { zone, byClock: axis.byClock })
  return (
    <span
      className={classes.mark}
      data-mark
      style={styleOf({ from: (100 * (from - axis.from)) / size, size: (100 * (to - from)) / size })}
    >
      <span>
        {title && <bdi>{title}</bdi>}
        {!isByDay && formatWallRange(start, end)}
      </span>
    </span>
  )
}

const styleOf = ({ from, size }: { from: number; size: number }): CSSProperties => ({
  insetInlineStart: `${from}%`,
  inlineSize: `${size}%`,
})

/** In minutes. Of a shorter block, what is left in view soon has no room for its text. */
const LONG = 4 * HALF

type TakenProps = Laned & Drawn & { row: BoardRow; spot: string; isStop: boolean; isLifted: boolean }

function Taken({ block, lane, lanes, row, axis, zone, now, ordersAt, spot, isStop, isLifted }: TakenProps) {
  const { t } = useTranslation('schedule')
  const place = placeOn({ axis, day: row.day, zone }, block)
  if (!place) return null
  const words = blockWords(block, { zone, now }, t)
  const shared = {
    className: looks.block,
    'data-spot': spot,
    'data-look': lookOf(block, now),
    'aria-label': words,
    title: words,
    tabIndex: isStop ? 0 : -1,
    'data-lifted': isLifted || undefined,
    'data-long': (place.size / 100) * (axis.to - axis.from) > LONG || undefined,
  }
  return (
    <li
      className={classes.place}
      style={{ ...styleOf(place), '--lane': lane, '--high': lanes } as CSSProperties}
    >
      {isOrder(block) ? (
        <a
          {...shared}
          href={`${ordersAt}${block.order_id}`}
          data-movable={block.movable !== null || undefined}
          draggable={false}
        >
          <Inside block={block} day={row.day} zone={zone} isLow={row.units > 1 && lanes === 1} />
        </a>
      ) : (
        <button type="button" {...shared} data-closure={block.closure?.id}>
          <Inside block={block} day={row.day} zone={zone} isLow={row.units > 1 && lanes === 1} />
        </button>
      )}
    </li>
  )
}

const isOrder = ({ kind, order_id }: BoardBlock): boolean =>
  order_id !== null && (kind === 'order' || kind === 'visit')

type InsideProps = { block: BoardBlock; day: BoardDay; zone: string; isLow: boolean }

function Inside({ block, day, zone, isLow }: InsideProps) {
  const { t } = useTranslation('schedule')
  return (
    <>
      <span className={looks.who}>
        <bdi>{takenBy(block, t)}</bdi>
      </span>
      {!isLow && <span className={looks.when}>{timesOn(block, day, zone, t)}</span>}
    </>
  )
}
