import { wallClock } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Series, SeriesOrder } from '@keyhour/contract/series'
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fetchSeriesCalendar, seriesQuery } from '#web/features/series/api.ts'
import classes from '#web/features/series/series.module.css'
import { useRepeatText } from '#web/features/series/use-repeat-text.ts'
import { formatDayOfWeek, formatTimes } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { saveFile } from '#web/ui/files.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** The series of an order, with the ways to its other dates. Nothing for an order that is in none. */
export function SeriesCard({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('series')
  const { repeatText } = useRepeatText()
  const { data: series } = useQuery({ ...seriesQuery(order.id), enabled: Boolean(order.series_id) })
  if (!order.series_id || !series) return null
  const { orders } = series
  const at = orders.findIndex(({ id }) => id === order.id)
  const [before, after] = [orders[at - 1], orders[at + 1]]
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('part', { number: at + 1, count: orders.length })}
        </Title>
        <Text>{repeatText(series)}</Text>
        <nav className={classes.neighbours} aria-label={t('all')}>
          {before && (
            <Anchor component={Link} to={`/order/${before.id}`}>
              {t('previous', { when: dayOf(before, series) })}
            </Anchor>
          )}
          {after && (
            <Anchor component={Link} to={`/order/${after.id}`}>
              {t('next', { when: dayOf(after, series) })}
            </Anchor>
          )}
        </nav>
        <details className={classes.all}>
          <summary>{t('all')}</summary>
          <ol className={classes.orders}>
            {orders.map((one) => (
              <OneOf
                key={one.id}
                one={one}
                series={series}
                usual={orders[0]!.SubOffice?.id}
                current={order.id}
              />
            ))}
          </ol>
        </details>
        <AddAll orderId={order.id} />
      </Stack>
    </Paper>
  )
}

type OneProps = { one: SeriesOrder; series: Series; usual: number | undefined; current: number }

function OneOf({ one, series, usual, current }: OneProps) {
  const { t } = useTranslation('series')
  const { id, start, end, SubOffice, cancelled_at } = one
  const place = SubOffice && SubOffice.id !== usual ? localPlace(SubOffice).name : null
  return (
    <li>
      <Anchor
        component={Link}
        to={`/order/${id}`}
        aria-current={id === current ? 'page' : undefined}
        {...(id === current && { fw: 600 })}
        {...(cancelled_at && { 'data-cancelled': true })}
      >
        {dayOf(one, series)}
      </Anchor>
      <Text component="span" size="sm" c="dimmed">
        {cancelled_at ? t('cancelled') : end && formatTimes(start, end, series.time_zone)}
        {place && (
          <>
            {' · '}
            <bdi>{place}</bdi>
          </>
        )}
      </Text>
    </li>
  )
}

const dayOf = ({ start }: SeriesOrder, { time_zone }: Series): string =>
  formatDayOfWeek(wallClock(Date.parse(start), time_zone).date)

function AddAll({ orderId }: { orderId: number }) {
  const { t } = useTranslation('series')
  const download = useMutation({
    mutationFn: async () => {
      const file = new Blob([await fetchSeriesCalendar(orderId)], { type: 'text/calendar' })
      saveFile(`keyhour-series-${orderId}.ics`, file)
    },
    onError: (error) => notifyFailure(error),
  })
  return (
    <Button
      leftSection={<IconCalendarPlus aria-hidden size={18} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('addAll')}
    </Button>
  )
}
