import type { BoardBlock, ScheduleBoard } from '@keyhour/contract/schedule'
import { ActionIcon, Text, Title } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/schedule/agenda.module.css'
import { takenBy, timesOn } from '#web/features/schedule/block-text.ts'
import { type MovableBooking, movableIn } from '#web/features/schedule/move-rules.ts'
import { type BoardRow, boardKeyOf, boardRows, lookOf } from '#web/features/schedule/rules.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = {
  board: ScheduleBoard
  now: number
  ordersAt: string
  onBlock: (block: BoardBlock, row: BoardRow) => void
  /** Left out if nothing can be moved. */
  onMove?: ((booking: MovableBooking) => void) | undefined
}

type Entry = { block: BoardBlock; row: BoardRow }

/** For phones: what comes one after the other, by day. Cleaning follows from the rest and is left out. */
export function Agenda(props: Props) {
  const { t } = useTranslation('schedule')
  const { board } = props
  const rows = boardRows(board)
  return (
    <div className={classes.agenda}>
      {board.days.map((day) => {
        const own = rows.filter((row) => row.day === day)
        const entries = own
          .flatMap((row) => row.blocks.map((block) => ({ block, row })))
          .filter(({ block }) => block.kind !== 'cleaning')
          .toSorted((a, b) => a.block.start.localeCompare(b.block.start))
        const free = own.filter(({ blocks }) => blocks.length === 0)
        return (
          <section key={day.date} aria-labelledby={`agenda-${day.date}`}>
            <Title order={2} size="h5" id={`agenda-${day.date}`} mb="xs">
              {formatDate(day.date)}
              {day.holiday && ` · ${localPlace(day.holiday).name}`}
            </Title>
            {entries.length === 0 ? (
              <Text c="dimmed">{t(day.openings.length === 0 ? 'closedOn' : 'nothing.day')}</Text>
            ) : (
              <Entries {...props} entries={entries} until={Date.parse(day.end)} />
            )}
            {entries.length > 0 && free.length > 0 && <FreeSpaces board={board} rows={free} />}
          </section>
        )
      })}
    </div>
  )
}

type EntriesProps = Props & { entries: Entry[]; until: number }

/** With a line between what has begun and what is to come. */
function Entries({ board, entries, now, until, ...choices }: EntriesProps) {
  const { t } = useTranslation('schedule')
  const zone = board.office.time_zone
  const next = entries.findIndex(({ block }) => Date.parse(block.start) > now)
  return (
    <ol className={classes.entries}>
      {entries.map((entry, at) => (
        <Fragment key={`${entry.row.key} ${boardKeyOf(entry.block)}`}>
          {at === next && at > 0 && now < until && (
            <li className={classes.now}>
              {t('nowAt', { time: formatTime(new Date(now).toISOString(), zone) })}
            </li>
          )}
          <li className={classes.line}>
            <EntryLink {...entry} board={board} now={now} {...choices} />
            <MoveEntry {...entry} onMove={choices.onMove} />
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

type EntryProps = Props & Entry

function EntryLink({ block, row, board, now, ordersAt, onBlock }: EntryProps) {
  const { t } = useTranslation('schedule')
  const zone = board.office.time_zone
  const space = board.spaces.find(({ sub_office_id }) => sub_office_id === row.sub_office_id)!
  const look = lookOf(block, now)
  const content: ReactNode = (
    <>
      <span className={classes.times}>{timesOn(block, row.day, zone, t)}</span>
      <span className={classes.look}>{t(`look.${look}`)}</span>
      <span className={classes.name}>
        <bdi>{takenBy(block, t)}</bdi>
      </span>
      {board.spaces.length > 1 && (
        <span className={classes.space}>
          <bdi>{localPlace(space).name}</bdi>
        </span>
      )}
    </>
  )
  return block.order_id === null ? (
    <button type="button" className={classes.entry} data-look={look} onClick={() => onBlock(block, row)}>
      {content}
    </button>
  ) : (
    <Link className={classes.entry!} data-look={look} to={`${ordersAt}${block.order_id}`}>
      {content}
    </Link>
  )
}

function MoveEntry({ block, row, onMove }: Entry & Pick<Props, 'onMove'>) {
  const { t } = useTranslation('schedule')
  const booking = onMove && movableIn(block, row.sub_office_id)
  if (!booking) return null
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={t('move.actionFor', { name: takenBy(block, t) })}
      onClick={() => onMove(booking)}
    >
      <IconCalendarTime aria-hidden size={20} />
    </ActionIcon>
  )
}

function FreeSpaces({ board, rows }: { board: ScheduleBoard; rows: BoardRow[] }) {
  const { t, i18n } = useTranslation('schedule')
  const names = board.spaces
    .filter(({ sub_office_id }) => rows.some((row) => row.sub_office_id === sub_office_id))
    .map((space) => localPlace(space).name)
  return (
    <Text size="sm" mt="sm">
      <b>{t('freeAllDay')}:</b> {new Intl.ListFormat(i18n.language).format(names)}
    </Text>
  )
}
