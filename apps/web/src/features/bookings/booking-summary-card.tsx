import type { Quote } from '@keyhour/contract/bookings'
import { wallClock } from '@keyhour/contract/office-clock'
import type { Office, SubOffice } from '@keyhour/contract/offices'
import { Button, Paper, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { NoShowRule } from '#web/features/availability/no-show-rule.tsx'
import classes from '#web/features/bookings/booking.module.css'
import { BuyCredits } from '#web/features/bookings/buy-credits.tsx'
import { HoldNote } from '#web/features/bookings/hold-note.tsx'
import { PayerChoice } from '#web/features/bookings/payer-choice.tsx'
import { QuoteCard } from '#web/features/bookings/quote-card.tsx'
import { pictureOf } from '#web/features/bookings/rules.ts'
import type { Booking } from '#web/features/bookings/use-booking.ts'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { StartNow } from '#web/features/visits/start-now.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatDayAndTime, formatSpan, formatTimes, withZone } from '#web/format/time.ts'
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
            <Terms quote={quote} />
            {booking.payment && <PayChoice label={t('payRestBy')} {...booking.payment} />}
            {quote.left > 0 && !booking.payer.businessId && <BuyCredits currency={quote.currency} />}
          </>
        ) : (
          <Text c="dimmed">{t(spaceRef ? 'chooseToSeePrice' : 'chooseSpaceFirst')}</Text>
        )}
        <PayerChoice booking={booking} />
        <HoldNote hold={hold} />
        <div className={classes.bar} data-bottom-bar>
          <ChosenInShort office={office} booking={booking} />
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
        {quote && quote.left > 0 && booking.payment && booking.payment.way !== 'later' && (
          <Button
            variant="subtle"
            color="gray"
            h={44}
            loading={booking.isBooking}
            onClick={() => booking.submit(true)}
          >
            {t('bookPayLater')}
          </Button>
        )}
        {booking.payer.businessId && (
          <Text size="sm" c="dimmed">
            {t('payer.startNow')}
          </Text>
        )}
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

const MINUTE_MS = 60_000

/** Without the year: a bar is narrow. */
function shortWhen({ start, end, time_zone, rent_type }: Quote): string {
  const first = formatDate(wallClock(Date.parse(start), time_zone).date)
  if (rent_type === 'hour') return `${first}, ${formatTimes(start, end, time_zone)}`
  const last = formatDate(wallClock(Date.parse(end) - 1, time_zone).date)
  return first === last ? first : `${first} – ${last}`
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

/** On a phone, beside the button: what it books. */
function ChosenInShort({
  office,
  booking: { space, spaceRef, quote },
}: {
  office: Office
  booking: Booking
}) {
  const { t } = useTranslation('booking')
  return (
    <div className={classes.short} aria-live="polite">
      <Text className={classes.what} component="span">
        <bdi>{spaceRef ? localPlace(space ?? office).name : t('chooseSpace')}</bdi>
      </Text>
      <Text className={classes.what} component="span">
        {quote ? shortWhen(quote) : t('chooseTime')}
      </Text>
      {quote && <strong>{formatMoney(quote.due, quote.currency)}</strong>}
    </div>
  )
}

function Terms({ quote }: { quote: Quote }) {
  return (
    <>
      <CancelTerms quote={quote} />
      <NoShowRule terms={quote.terms.no_show} size="sm" />
    </>
  )
}

/** Until when cancelling is free, and what it costs later. */
function CancelTerms({ quote: { terms, start, time_zone } }: { quote: Quote }) {
  const { t } = useTranslation('booking')
  const { free_until, free_minutes, late_refund_percent } = terms
  if (late_refund_percent === 100) return <Text size="sm">{t('terms.always')}</Text>
  if (late_refund_percent === 0 && free_minutes === 0 && Date.parse(free_until) <= nowMs())
    return <Text size="sm">{t('terms.never')}</Text>
  const isAhead = Date.parse(free_until) > nowMs() + free_minutes * MINUTE_MS
  const free = isAhead
    ? t('terms.until', { time: withZone(formatDayAndTime(free_until, time_zone), start, time_zone) })
    : free_minutes > 0 && t('terms.minutes', { count: free_minutes })
  const later =
    late_refund_percent > 0
      ? t(free ? 'terms.part' : 'terms.onlyPart', { percent: late_refund_percent })
      : t('terms.nothing')
  return (
    <Text size="sm">
      {free} {later}
    </Text>
  )
}
