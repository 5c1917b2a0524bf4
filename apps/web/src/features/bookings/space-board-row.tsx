import type { Office } from '@keyhour/contract/offices'
import { withTax } from '@keyhour/contract/price'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ratesOf } from '#web/features/availability/rates.ts'
import { priceUntil } from '#web/features/availability/rules.ts'
import type { SpaceRow, TakenStretch } from '#web/features/bookings/board-rules.ts'
import classes from '#web/features/bookings/space-board.module.css'
import parts from '#web/features/bookings/space-board-row.module.css'
import type { HalfRange } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** What all rows have in common: the columns are half-hours, with a margin before and after the opening. */
export type BoardColumns = {
  margin: number
  count: number
  /** What each half-hour is called. */
  names: string[]
  /** Where the line for now is drawn, in percent. */
  now: number | null
}

type Props = {
  row: SpaceRow
  at: number
  office: Office
  columns: BoardColumns
  /** Which of its free half-hours the Tab key reaches. */
  stop: number | undefined
  chosen: HalfRange | null
  drawn: HalfRange | null
  own: HalfRange[]
}

/** A space on the board. A board has up to thousands of half-hours, so a row is drawn again only if it has changed. */
export const SpaceBoardRow = memo(function SpaceBoardRow(props: Props) {
  const { row, at, office, columns, chosen, drawn, own } = props
  const { t } = useTranslation('booking')
  const { name } = localPlace(row.space)
  return (
    <li className={classes.row} data-chosen={chosen !== null || undefined}>
      <Label row={row} office={office} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid */}
      <div
        className={classes.track}
        role="group"
        aria-label={name}
        data-track={at}
        data-columns={columns.count}
        data-margin={columns.margin}
      >
        {row.taken.map((stretch) => (
          <Taken key={stretch.first} stretch={stretch} row={row} columns={columns} />
        ))}
        {row.day.rent_type === 'day' ? <WholeDay {...props} /> : <FreeHalves {...props} />}
        {own.map((range) => (
          <span
            key={range.first}
            className={parts.own}
            data-seats={row.day.units > 1 || undefined}
            style={placeOf(range, columns)}
          >
            {row.day.units > 1 ? <VisuallyHidden>{t('board.yours')}</VisuallyHidden> : t('board.yours')}
          </span>
        ))}
        {chosen && (
          <span className={parts.chosen} style={placeOf(chosen, columns)} aria-hidden>
            <span className={parts.times}>
              {row.day.rent_type === 'day' ? t('chosen') : timesOf(row, chosen)}
            </span>
            <IconCheck className={parts.tick} size={16} />
          </span>
        )}
        {drawn && <Drawn row={row} range={drawn} columns={columns} />}
        {columns.now !== null && (
          <span className={classes.now} style={{ insetInlineStart: `${columns.now}%` }} />
        )}
      </div>
    </li>
  )
})

const placeOf = ({ first, last }: HalfRange, { margin }: BoardColumns): CSSProperties => ({
  gridColumn: `${first + margin + 1} / ${last + margin + 2}`,
})

const timesOf = ({ halves }: SpaceRow, { first, last }: HalfRange): string =>
  formatWallRange(halves[first]!.slot.start, halves[last]!.slot.end)

function Label({ row: { space }, office }: Pick<Props, 'row' | 'office'>) {
  const { t } = useTranslation('booking')
  const [rate] = ratesOf(space)
  return (
    <div className={classes.label}>
      <b>
        <bdi>{localPlace(space).name}</bdi>
      </b>
      <small>{t('typeFor', { type: t(`type.${space.type}`), count: space.capacity })}</small>
      {rate && (
        <small>
          {t(`rate.${rate.per}`, {
            price: formatMoney(withTax(rate.cents, office.tax_percent), office.currency),
          })}
        </small>
      )}
    </div>
  )
}

type TakenProps = { stretch: TakenStretch; row: SpaceRow; columns: BoardColumns }

function Taken({ stretch, row, columns }: TakenProps) {
  const { t } = useTranslation('booking')
  const state = t(`board.${stretch.state}`)
  return (
    <span className={parts.taken} data-state={stretch.state} style={placeOf(stretch, columns)}>
      <span className={parts.word} aria-hidden>
        {state}
      </span>
      <VisuallyHidden>{t('half', { time: timesOf(row, stretch), state })}</VisuallyHidden>
    </span>
  )
}

function FreeHalves({ row, at, columns, stop, chosen }: Props) {
  const { t } = useTranslation('booking')
  const { units } = row.day
  return row.free.map((half, index) => {
    const { slot } = row.halves[half]!
    return (
      <button
        key={half}
        type="button"
        className={parts.free}
        style={placeOf({ first: half, last: half }, columns)}
        data-spot={`${at}-${index}`}
        data-half={half}
        data-hour={slot.start.endsWith(':00') || undefined}
        aria-pressed={chosen !== null && chosen.first <= half && half <= chosen.last}
        aria-label={t('half', {
          time: columns.names[half],
          state: units > 1 ? t('left', { count: slot.free }) : t('free'),
        })}
        tabIndex={index === stop ? 0 : -1}
      >
        {units > 1 && slot.free}
      </button>
    )
  })
}

function WholeDay({ row, at, columns, stop, chosen }: Props) {
  const { t } = useTranslation('booking')
  const [first] = row.free
  if (first === undefined) return null
  return (
    <button
      type="button"
      className={parts.free}
      style={placeOf({ first, last: row.halves.length - 1 }, columns)}
      data-spot={`${at}-0`}
      data-half={first}
      data-whole
      aria-pressed={chosen !== null}
      tabIndex={stop === 0 ? 0 : -1}
    >
      <span className={parts.word}>{t(first > 0 ? 'restFree' : 'dayFree')}</span>
    </button>
  )
}

type DrawnProps = { row: SpaceRow; range: HalfRange; columns: BoardColumns }

/** With its time and what it would cost. */
function Drawn({ row, range, columns }: DrawnProps) {
  const { day, halves } = row
  const cents = priceUntil(day, halves, halves[range.first]!.start, halves[range.last]!.end)
  const price = cents === null ? '' : ` · ${formatMoney(cents, day.currency)}`
  const isLate = range.first > halves.length / 2
  return (
    <span className={parts.drawn} data-late={isLate || undefined} style={placeOf(range, columns)} aria-hidden>
      <span>
        {timesOf(row, range)}
        {price}
      </span>
    </span>
  )
}
