import type { BoardDay } from '@keyhour/contract/schedule'
import classes from '#web/features/schedule/board.module.css'
import { type Axis, minuteOn } from '#web/features/schedule/rules.ts'

type Props = { axis: Axis; day: BoardDay; zone: string; now: number; children?: string }

/** Where the day has got to. With `children`, its head. */
export function NowLine({ axis, day, zone, now, children }: Props) {
  if (now < Date.parse(day.start) || now >= Date.parse(day.end)) return null
  const minute = minuteOn(day, now, { zone, byClock: axis.byClock })
  if (minute < axis.from || minute > axis.to) return null
  const at = (100 * (minute - axis.from)) / (axis.to - axis.from)
  return (
    <span
      className={children === undefined ? classes.nowLine : classes.nowHead}
      style={{ insetInlineStart: `${at}%` }}
    >
      {children}
    </span>
  )
}
