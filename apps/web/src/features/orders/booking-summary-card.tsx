import type { Office, SubOffice } from '@keyhour/contract/offices'
import type { Quote } from '@keyhour/contract/orders'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { AlternativesCard } from '#web/features/orders/alternatives-card.tsx'
import classes from '#web/features/orders/booking.module.css'
import { pictureOf } from '#web/features/orders/booking-rules.ts'
import { HoldNote } from '#web/features/orders/hold-note.tsx'
import { QuoteCard } from '#web/features/orders/quote-card.tsx'
import { StartNow } from '#web/features/orders/start-now.tsx'
import type { Booking } from '#web/features/orders/use-booking.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatSpan, withZone } from '#web/format/time.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'

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
        <Refused booking={booking} />
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

function Refused({ booking: { refusal, send, isBooking } }: { booking: Booking }) {
  const { t } = useTranslation('booking')
  if (!refusal) return null
  const alternatives = refusal instanceof CallError ? refusal.body?.alternatives : undefined
  if (!alternatives) return <FailureAlert text={refusalText(refusal)} />
  return (
    <AlternativesCard
      title={refusalText(refusal)}
      alternatives={alternatives}
      action={t('bookIt')}
      onTake={({ name, ...request }) => send(request)}
      isBusy={isBooking}
    />
  )
}
