import type { Office } from '@keyhour/contract/offices'
import { Select, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { AlternativesCard } from '#web/features/orders/alternatives-card.tsx'
import classes from '#web/features/orders/booking.module.css'
import { BookingSummaryCard } from '#web/features/orders/booking-summary-card.tsx'
import { SpaceCard } from '#web/features/orders/space-card.tsx'
import { StayPicker } from '#web/features/orders/stay-picker.tsx'
import { type Booking, useBooking } from '#web/features/orders/use-booking.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'

export function BookingForm({ office }: { office: Office }) {
  const booking = useBooking(office)
  const { day, choice, choose, today, rentType, place } = booking

  function submit(event: FormEvent) {
    event.preventDefault()
    booking.submit()
  }

  return (
    <form className={classes.booking} noValidate onSubmit={submit}>
      <div className={classes.main}>
        <SpaceSelect office={office} booking={booking} />
        <StayPicker
          day={day}
          choice={choice}
          onChange={choose}
          today={today}
          rentType={rentType}
          place={place}
        >
          <Refused office={office} booking={booking} />
        </StayPicker>
        {place === null && (
          <ul className={classes.spaces}>
            {booking.spaces.map((space) => (
              <SpaceCard
                key={space.id}
                space={space}
                currency={office.currency}
                onChoose={() => booking.chooseSpace(space.id)}
              />
            ))}
          </ul>
        )}
      </div>
      <BookingSummaryCard office={office} booking={booking} />
    </form>
  )
}

function SpaceSelect({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { spaces, space, chooseSpace } = booking
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
      data={spaces.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={space ? String(space.id) : null}
      onChange={(id) => chooseSpace(Number(id))}
      allowDeselect={false}
    />
  )
}

function Refused({ office, booking }: { office: Office; booking: Booking }) {
  const { t } = useTranslation('booking')
  const { refusal, send, isBooking } = booking
  if (!refusal) return null
  const alternatives = refusal instanceof CallError ? refusal.body?.alternatives : undefined
  if (!alternatives) return <FailureAlert text={refusalText(refusal)} />
  return (
    <AlternativesCard
      title={refusalText(refusal)}
      alternatives={alternatives}
      officeId={office.id}
      action={t('bookIt')}
      onTake={({ name, office_name, ...request }) => send(request)}
      isBusy={isBooking}
    />
  )
}
