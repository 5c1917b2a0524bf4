import type { CalendarBlock, OwnerOffice, OwnerSpace } from '@keyhour/contract/owners'
import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calendarQuery } from '#web/features/owners/api.ts'
import { blockTimes, blockTitle } from '#web/features/owners/block-text.ts'
import classes from '#web/features/owners/calendar.module.css'
import { blockKeyOf, blocksOn, type Cell, weekOf } from '#web/features/owners/calendar-rules.ts'
import { formatDate, formatWeekday } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = {
  office: OwnerOffice
  spaces: OwnerSpace[]
  /** A day of the week; on a phone, only this day is shown. */
  date: string
  today: string
  onDate: (date: string) => void
  onCell: (cell: Cell) => void
}

export function WeekBoard(props: Props) {
  const { t } = useTranslation('owners')
  const isPhone = useIsPhone()
  const week = weekOf(props.date)
  const calendar = useQuery(calendarQuery(props.office.id, { from: week[0]!, to: week[6]! }))
  return (
    <QueryView shape="calendar" query={calendar} loading={t('calendar.loading')}>
      {(blocks) => (isPhone ? <OneDay {...props} blocks={blocks} /> : <Week {...props} blocks={blocks} />)}
    </QueryView>
  )
}

type Shown = Props & { blocks: CalendarBlock[] }

/** Spaces in rows, days in columns. */
function Week({ office, spaces, date, today, blocks, onCell }: Shown) {
  const { t } = useTranslation('owners')
  const week = weekOf(date)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.board} aria-label={t('links.calendar')} tabIndex={0}>
      <Table className={classes.week!}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('calendar.space')}</Table.Th>
            {week.map((day) => (
              <Table.Th key={day} scope="col" data-today={day === today || undefined}>
                {formatDate(day)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {spaces.map((space) => (
            <Table.Tr key={space.sub_office_id ?? 0}>
              <Table.Th scope="row">
                <bdi>{localPlace(space).name}</bdi>
              </Table.Th>
              {week.map((day) => (
                <Table.Td key={day} data-today={day === today || undefined}>
                  <CellButton office={office} space={space} date={day} blocks={blocks} onCell={onCell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** For phones: the days of the week to choose from, and the spaces on that day. */
function OneDay({ office, spaces, date, today, blocks, onDate, onCell }: Shown) {
  const { t } = useTranslation('owners')
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div className={classes.dayChoice} role="group" aria-label={t('calendar.day')}>
        {weekOf(date).map((day) => (
          <button
            key={day}
            type="button"
            className={classes.dayButton}
            aria-pressed={day === date}
            aria-label={formatDate(day)}
            data-today={day === today || undefined}
            onClick={() => onDate(day)}
          >
            <small>{formatWeekday(day)}</small>
            <b>{Number(day.slice(8))}</b>
          </button>
        ))}
      </div>
      <ul className={classes.dayList}>
        {spaces.map((space) => (
          <li key={space.sub_office_id ?? 0}>
            <Text fw={600} mb={4}>
              <bdi>{localPlace(space).name}</bdi>
            </Text>
            <CellButton office={office} space={space} date={date} blocks={blocks} onCell={onCell} />
          </li>
        ))}
      </ul>
    </>
  )
}

const MOST_LINES = 4

type CellProps = Pick<Shown, 'office' | 'blocks' | 'onCell'> & { space: OwnerSpace; date: string }

/** What takes a space on a day, in short. The details are behind it. */
function CellButton({ office, space, date, blocks, onCell }: CellProps) {
  const { t } = useTranslation('owners')
  const { sub_office_id } = space
  const own = blocksOn(blocks, { sub_office_id, date, zone: office.time_zone })
  const shown = own.filter(({ kind }) => kind !== 'cleaning')
  return (
    <button
      type="button"
      className={classes.cell}
      aria-label={t('calendar.cell', {
        space: localPlace(space).name,
        date: formatDate(date),
        count: shown.length,
      })}
      onClick={() => onCell({ sub_office_id, date })}
    >
      {shown.length === 0 && <span className={classes.free}>{t('calendar.free')}</span>}
      {shown.slice(0, MOST_LINES).map((block) => (
        <span key={blockKeyOf(block)} className={classes.block} data-kind={block.kind}>
          <span className={classes.when}>{blockTimes(block, date, office.time_zone, t)}</span>
          {/* On the side of its block, whatever its own direction. */}
          <span>
            <bdi>{blockTitle(block, t)}</bdi>
          </span>
        </span>
      ))}
      {shown.length > MOST_LINES && (
        <span className={classes.when}>{t('calendar.more', { count: shown.length - MOST_LINES })}</span>
      )}
    </button>
  )
}
