import type { SeriesAlternative, SeriesDate } from '@keyhour/contract/series'
import { Alert, Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type DateRow, keyOfSwap } from '#web/features/series/rules.ts'
import classes from '#web/features/series/series.module.css'
import type { SeriesBooking } from '#web/features/series/use-series.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDayOfWeek, formatWallSpan } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { LoadingShape } from '#web/ui/loading-shape.tsx'

type Props = { series: SeriesBooking; spaceId: number | null }

/** Every date with its price: to be taken, left out, or swapped where it is taken. */
export function DateList({ series, spaceId }: Props) {
  const { t } = useTranslation('series')
  const { quote, rows, refusal, query, isLooking, errors } = series
  if (isLooking) return <LoadingShape shape="list" label={t('looking')} />
  if (query.error && Object.keys(errors).length === 0) return <FailureAlert text={refusalText(query.error)} />
  if (!quote) return null
  return (
    <section className={classes.dates} aria-label={t('dates')}>
      <Heading series={series} />
      {refusal && (
        <Alert color="danger" variant="light" role="alert" title={refusalText(refusal)}>
          {t('nothingBooked')}
        </Alert>
      )}
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.asked.date} className={classes.row} data-out={row.stay === null || undefined}>
            {row.asked.conflict ? (
              <TakenDate row={row} series={series} spaceId={spaceId} />
            ) : (
              <FreeDate row={row} series={series} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Heading({ series: { rows, takeNearest } }: { series: SeriesBooking }) {
  const { t } = useTranslation('series')
  const taken = rows.filter(({ asked }) => asked.conflict !== null)
  const canSwap = taken.some(({ asked, swap }) => swap === null && asked.conflict!.alternatives.length > 0)
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={600} role="status">
        {t('datesFound', { count: rows.length })}{' '}
        {taken.length > 0 ? t('datesTaken', { count: taken.length }) : t('allFree')}
      </Text>
      {canSwap && (
        <Button size="compact-md" className={classes.nearest!} onClick={takeNearest}>
          {t('takeNearest')}
        </Button>
      )}
    </Group>
  )
}

function FreeDate({ row: { asked, stay }, series }: { row: DateRow; series: SeriesBooking }) {
  return (
    <>
      <Checkbox
        className={classes.check!}
        checked={stay !== null}
        label={whenOf(asked)}
        onChange={({ target }) => series.choose(asked.date, target.checked ? 'in' : 'out')}
      />
      <Text size="sm" className={classes.price}>
        {formatMoney(asked.due ?? 0, series.quote!.currency)}
      </Text>
    </>
  )
}

type TakenProps = { row: DateRow; series: SeriesBooking; spaceId: number | null }

function TakenDate({ row: { asked, stay, due, swap }, series, spaceId }: TakenProps) {
  const { t } = useTranslation('series')
  const { reason, alternatives } = asked.conflict!
  const { currency } = series.quote!
  const nameOf = (one: SeriesAlternative): string => {
    const isThatDay = one.date === asked.date
    const when =
      isThatDay && one.start && one.end
        ? formatWallSpan({ ...one, start: one.start, end: one.end })
        : whenOf(one)
    const where = one.sub_office_id === spaceId ? [] : [localPlace(one).name]
    return [when, ...where, formatMoney(one.due, currency)].join(' · ')
  }
  return (
    <>
      <div className={classes.taken}>
        <Text size="sm" className={classes.when}>
          {whenOf(asked)}
        </Text>
        <Text size="sm" c="var(--danger)">
          {serverText(reason)}
        </Text>
      </div>
      {alternatives.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.instead}>
          {t('noAlternative')}
        </Text>
      ) : (
        <NativeSelect
          className={classes.instead!}
          aria-label={t('instead', { date: formatDayOfWeek(asked.date) })}
          value={swap ?? 'out'}
          data={[
            { value: 'out', label: t('leaveOut') },
            ...alternatives.map((one) => ({ value: keyOfSwap(one), label: nameOf(one) })),
          ]}
          onChange={({ target }) => series.choose(asked.date, target.value)}
        />
      )}
      {stay && (
        <Text size="sm" className={classes.price}>
          {formatMoney(due, currency)}
        </Text>
      )}
    </>
  )
}

type Times = Pick<SeriesDate, 'date' | 'start' | 'end' | 'end_date'>

function whenOf({ date, start, end, end_date }: Times): string {
  if (start && end) return `${formatDayOfWeek(date)}, ${formatWallSpan({ date, start, end, end_date })}`
  return end_date ? `${formatDayOfWeek(date)} – ${formatDayOfWeek(end_date)}` : formatDayOfWeek(date)
}
