import type { Office } from '@keyhour/contract/offices'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/bookings/booking.module.css'
import { BuyCredits } from '#web/features/bookings/buy-credits.tsx'
import { PayerChoice } from '#web/features/bookings/payer-choice.tsx'
import type { Booking } from '#web/features/bookings/use-booking.ts'
import { SeriesSums } from '#web/features/series/series-sums.tsx'
import type { SeriesBooking } from '#web/features/series/use-series.ts'
import { formatMoney } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { office: Office; booking: Booking; series: SeriesBooking }

/** Instead of the summary of one booking, while it repeats. */
export function SeriesSummaryCard({ office, booking, series }: Props) {
  const { t } = useTranslation('series')
  const { payer, space } = booking
  const { quote, coverage, chosen } = series
  return (
    <Paper withBorder className={classes.summary}>
      <Stack gap="md" p="md">
        <Text fw={600}>
          <bdi>{localPlace(space ?? office).name}</bdi>
        </Text>
        <SeriesSums
          series={series}
          onCompany={payer.businessId !== undefined}
          buyCredits={quote && <BuyCredits currency={quote.currency} />}
        />
        <PayerChoice booking={booking} />
        <div className={classes.bar} data-bottom-bar>
          <div className={classes.short} aria-live="polite">
            <Text className={classes.what} component="span">
              {quote ? t('dateCount', { count: chosen }) : t('chooseFirst')}
            </Text>
            {quote && coverage && <strong>{formatMoney(coverage.total, quote.currency)}</strong>}
          </div>
          <Button
            type="submit"
            variant="filled"
            size="md"
            loading={series.isBooking}
            disabled={chosen === 0 || coverage?.isEnough !== true}
            classNames={{ root: classes.press!, label: classes.pressText! }}
          >
            {t('book', { count: chosen })}
          </Button>
        </div>
      </Stack>
    </Paper>
  )
}
