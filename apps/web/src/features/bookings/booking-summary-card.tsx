import type { Quote } from '@keyhour/contract/bookings'
import type { Office, SubOffice } from '@keyhour/contract/offices'
import { Button, Paper, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/bookings/booking.module.css'
import { BuyCredits } from '#web/features/bookings/buy-credits.tsx'
import { HoldNote } from '#web/features/bookings/hold-note.tsx'
import { QuoteCard } from '#web/features/bookings/quote-card.tsx'
import { pictureOf } from '#web/features/bookings/rules.ts'
import type { Booking } from '#web/features/bookings/use-booking.ts'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { StartNow } from '#web/features/visits/start-now.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatSpan, withZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

export function BookingSummaryCard({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { space, spaceRef, quote, hold, day, arrive } = booking
  return (
    <Paper withBorder className={classes.summary}>
      {space && <ChosenSpace space={space} />}
      <Stack gap="md" p="md">
        {quote ? (
          <>
            <Text fw={600}>{whenOf(quote)}</Text>
            <QuoteCard quote={quote} />
            {booking.payment && <PayChoice label={t('payRestBy')} {...booking.payment} />}
            {quote.left > 0 && <BuyCredits currency={quote.currency} />}
          </>
        ) : (
          <Text c="dimmed">{t(spaceRef ? 'chooseToSeePrice' : 'chooseSpaceFirst')}</Text>
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
            classNames={{ root: classes.press!, label: classes.pressText! }}
          >
            {bookingText(booking, t)}
          </Button>
        </div>
        {spaceRef && (
          <StartNow space={spaceRef} name={localPlace(space ?? office).name} day={day} onStarted={arrive} />
        )}
      </Stack>
    </Paper>
  )
}

function bookingText({ quote, payment }: Booking, t: TFunction<'booking'>): string {
  if (!quote?.left || !payment || payment.way === 'later') return t('bookIt')
  return t('bookAndPay', { amount: formatMoney(quote.left, quote.currency) })
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
          <bdi>{localPlace(space).name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('typeFor', { type: t(`type.${space.type}`), count: space.capacity })}
        </Text>
      </div>
    </>
  )
}
