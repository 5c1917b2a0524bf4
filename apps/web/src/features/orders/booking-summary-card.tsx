import type { Office, SubOffice } from '@keyhour/contract/offices'
import type { Quote } from '@keyhour/contract/orders'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/booking.module.css'
import { pictureOf } from '#web/features/orders/booking-rules.ts'
import { HoldNote } from '#web/features/orders/hold-note.tsx'
import { QuoteCard } from '#web/features/orders/quote-card.tsx'
import { StartNow } from '#web/features/orders/start-now.tsx'
import type { Booking } from '#web/features/orders/use-booking.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatSpan, withZone } from '#web/format/time.ts'

/** What is about to be booked, for how much, and the button. */
export function BookingSummaryCard({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { space, place, quote, hold, day, arrive } = booking
  return (
    <Paper withBorder className={classes.summary}>
      {space && <ChosenSpace space={space} />}
      <Stack gap="md" p="md">
        {quote ? (
          <>
            <Text fw={600}>{whenOf(quote)}</Text>
            <QuoteCard quote={quote} />
          </>
        ) : (
          <Text c="dimmed">{t(place ? 'chooseToSeePrice' : 'chooseSpaceFirst')}</Text>
        )}
        <HoldNote hold={hold} />
        <div className={classes.bar} data-bottom-bar>
          <Text className={classes.price} aria-live="polite">
            {quote && formatMoney(quote.due, quote.currency)}
          </Text>
          <Button
            type="submit"
            variant="filled"
            size="md"
            loading={booking.isBooking}
            className={classes.press}
          >
            {t('bookIt')}
          </Button>
        </div>
        {place && <StartNow place={place} name={space?.name ?? office.name} day={day} onStarted={arrive} />}
      </Stack>
    </Paper>
  )
}

const whenOf = ({ start, end, time_zone }: Quote): string =>
  withZone(formatSpan(start, end, time_zone), start, time_zone)

function ChosenSpace({ space }: { space: SubOffice }) {
  const { t } = useTranslation('booking')
  const picture = pictureOf(space)
  return (
    <>
      {picture && <img className={classes.picture} src={picture} alt="" />}
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{space.name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('typeFor', { type: t(`type.${space.type}`), count: space.capacity })}
        </Text>
      </div>
    </>
  )
}
