import type { Alternative } from '@keyhour/contract/availability'
import type { BookingRequest } from '@keyhour/contract/bookings'
import type { Office } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { Alert, Anchor, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallError } from '#web/api/call.ts'
import { AlternativesCard } from '#web/features/availability/alternatives-card.tsx'
import { StayPicker } from '#web/features/availability/stay-picker.tsx'
import { useDayNotes } from '#web/features/availability/use-day-notes.ts'
import { quoteQuery } from '#web/features/bookings/api.ts'
import classes from '#web/features/bookings/booking.module.css'
import { BookingSummaryCard } from '#web/features/bookings/booking-summary-card.tsx'
import { BuyCredits } from '#web/features/bookings/buy-credits.tsx'
import { SeriesSummaryCard } from '#web/features/bookings/series-summary-card.tsx'
import { BoardSwitch, SpaceBoard } from '#web/features/bookings/space-board.tsx'
import { SpaceOption } from '#web/features/bookings/space-option.tsx'
import { type Booking, useBooking } from '#web/features/bookings/use-booking.ts'
import { PriceChanged } from '#web/features/orders/api.ts'
import { DateList } from '#web/features/series/date-list.tsx'
import { RepeatFields } from '#web/features/series/repeat-fields.tsx'
import { useSeries } from '#web/features/series/use-series.ts'
import { AskToWait } from '#web/features/waiting-list/ask-to-wait.tsx'
import { WaitForTime } from '#web/features/waiting-list/wait-for-time.tsx'
import { formatMoney } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { useIntoView } from '#web/ui/use-into-view.ts'

const MOST_LINKS = 3

export function BookingForm({ office }: { office: Office }) {
  // All texts of the form are loaded with it: waiting for some later would hide the form, and what has the focus.
  useTranslation(['booking', 'orders', 'series', 'waiting-list'])
  const booking = useBooking(office)
  const { day, time, choose, today, rentType, spaceRef, hasBoard } = booking
  const noteOf = useDayNotes(office)
  const select = <SpaceSelect office={office} booking={booking} />
  const series = useSeries({
    stay: booking.stay,
    businessId: booking.payer.businessId,
    draft: booking.repeat,
    onDraft: booking.chooseRepeat,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (series.isOn && booking.stay) series.submit()
    else booking.submit()
  }

  return (
    <form className={classes.booking} noValidate onSubmit={submit}>
      <div className={classes.main}>
        {booking.spaces.length > 1 && <BoardSwitch booking={booking} />}
        {!hasBoard && select}
        <StayPicker
          day={day}
          time={time}
          onChange={choose}
          today={today}
          rentType={rentType}
          space={spaceRef}
          noteOf={noteOf}
          errors={day.query.data?.reason ? {} : booking.errors}
          hasPrices
          onTake={booking.take}
          {...(hasBoard && {
            board: (
              <>
                <SpaceBoard office={office} booking={booking} />
                {select}
              </>
            ),
          })}
        >
          {!series.isOn && <Refused office={office} booking={booking} />}
        </StayPicker>
        {spaceRef && !hasAlternatives(booking) && (
          <WaitForTime space={spaceRef} day={day} time={time} rentType={rentType} />
        )}
        {spaceRef && <RepeatFields series={series} date={booking.stay?.date ?? time.date} today={today} />}
        {series.isOn && <DateList series={series} spaceId={spaceRef?.sub_office_id ?? null} />}
        {spaceRef === null && !hasBoard && (
          <ul className={classes.spaces}>
            {booking.spaces.map((space) => (
              <SpaceOption
                key={space.id}
                space={space}
                office={office}
                onChoose={() => booking.chooseSpace(space.id)}
              />
            ))}
          </ul>
        )}
      </div>
      {series.isOn ? (
        <SeriesSummaryCard office={office} booking={booking} series={series} />
      ) : (
        <BookingSummaryCard office={office} booking={booking} />
      )}
    </form>
  )
}

function SpaceSelect({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { spaces, space, chooseSpace, spaceError } = booking
  if (spaces.length === 0)
    return (
      <Text>
        {office.capacity === null ? t('rentedWhole') : t('rentedWholeFor', { count: office.capacity })}
      </Text>
    )
  return (
    <Select
      label={t('subOffice')}
      placeholder={t('selectSubOffice')}
      data={spaces.map((one) => ({ value: String(one.id), label: localPlace(one).name }))}
      value={space ? String(space.id) : null}
      onChange={(id) => chooseSpace(Number(id))}
      allowDeselect={false}
      error={spaceError}
    />
  )
}

const hasAlternatives = ({ refusal }: Booking): boolean =>
  refusal instanceof CallError && refusal.body?.alternatives !== undefined

function Refused({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { refusal, send, isBooking, day } = booking
  if (!refusal) return null
  if (refusal instanceof PriceChanged) return <NewPrice refusal={refusal} />
  const { alternatives, unpaid_orders } = (refusal instanceof CallError && refusal.body) || {}
  if (unpaid_orders)
    return <TooManyUnpaid text={refusalText(refusal)} orders={unpaid_orders} currency={office.currency} />
  // The day below says why it is closed, and a field what is wrong with it.
  if (!alternatives)
    return day.query.data?.reason || Object.keys(booking.errors).length > 0 ? null : (
      <FailureAlert text={refusalText(refusal)} />
    )
  return (
    <AlternativesCard
      title={refusalText(refusal)}
      alternatives={alternatives}
      officeId={office.id}
      action={t('bookIt')}
      priceOf={(alternative) => <Price request={requestOf(alternative)} />}
      onTake={(alternative) => send(requestOf(alternative))}
      isBusy={isBooking}
    >
      {booking.toHold && <AskToWait stay={booking.toHold} />}
    </AlternativesCard>
  )
}

function NewPrice({ refusal: { before, after, currency } }: { refusal: PriceChanged }) {
  const { t } = useTranslation('booking')
  const alert = useIntoView<HTMLDivElement>()
  const prices = { before: formatMoney(before, currency), after: formatMoney(after, currency) }
  return (
    <Alert ref={alert} color="brass" variant="light" role="alert">
      {t('newPrice', prices)}
    </Alert>
  )
}

/** Says what to do first, with the way there. */
function TooManyUnpaid({ text, orders, currency }: { text: string; orders: number[]; currency: Currency }) {
  const { t } = useTranslation('booking')
  const alert = useIntoView<HTMLDivElement>()
  return (
    <Alert ref={alert} color="danger" variant="light" role="alert" title={text}>
      <Group gap="md">
        {orders.slice(0, MOST_LINKS).map((id) => (
          <Anchor key={id} size="sm" component={Link} to={`/order/${id}`}>
            {t('unpaidOrder', { id })}
          </Anchor>
        ))}
        <BuyCredits currency={currency} />
      </Group>
    </Alert>
  )
}

function requestOf({ name, name_he, office_name, office_name_he, ...request }: Alternative): BookingRequest {
  return request
}

function Price({ request }: { request: BookingRequest }) {
  const { data } = useQuery(quoteQuery(request))
  return data && ` · ${formatMoney(data.due, data.currency)}`
}
