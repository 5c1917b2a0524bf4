import type { BookingRequest } from '@keyhour/contract/bookings'
import type { SameAgain } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { PaymentNotChosen, quoteQuery, useBookSpace } from '#web/features/bookings/api.ts'
import { QuoteCard } from '#web/features/bookings/quote-card.tsx'
import { PayChoice } from '#web/features/charges/pay-choice.tsx'
import { paidBy, usePayChoice } from '#web/features/charges/use-pay-choice.ts'
import { usePayOrder } from '#web/features/charges/use-pay-order.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatSpan, withZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

const WAYS = ['saved', 'new', 'later'] as const

const requestOf = ({
  name,
  name_he,
  office_name,
  office_name_he,
  business,
  ...stay
}: SameAgain): BookingRequest => ({
  ...stay,
  ...(business && { business_id: business.id }),
})

/** The booking page with this space, for another time. */
const elsewhen = ({ office_id, sub_office_id }: SameAgain): string =>
  `/booking/${office_id}${sub_office_id === null ? '' : `?sub_office=${sub_office_id}`}`

/** The last booking again at its next free day: the price, and one button. */
export function AgainForm({ again }: { again: SameAgain }) {
  const { t } = useTranslation(['booking', 'home'])
  const request = requestOf(again)
  const quote = useQuery(quoteQuery(request))
  const { payment, mustChoose, book, isBooking } = useBookingAgain(again, request)
  const price = quote.data && paidBy(quote.data, payment)
  const refusal = price?.company?.refusal
  const { name, office_name } = localPlace(again)
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        {again.sub_office_id !== null && (
          <Text>
            <bdi>{office_name}</bdi>
          </Text>
        )}
        {price && (
          <Text>
            {withZone(formatSpan(price.start, price.end, price.time_zone), price.start, price.time_zone)}
          </Text>
        )}
      </div>
      {quote.isPending && <Skeleton height={120} />}
      {price && <QuoteCard quote={price} />}
      {payment && <PayChoice label={t('payRestBy')} {...payment} />}
      {quote.error && <FailureAlert text={refusalText(quote.error)} />}
      {refusal && <FailureAlert text={serverText(refusal)} />}
      {book.error && !(book.error instanceof PaymentNotChosen && mustChoose) && (
        <FailureAlert text={refusalText(book.error)} />
      )}
      <Button
        variant="filled"
        size="md"
        loading={isBooking}
        disabled={!price || Boolean(refusal)}
        onClick={() => book.mutate()}
      >
        {price && payment && payment.way !== 'later' && price.left > 0
          ? t('bookAndPay', { amount: formatMoney(price.left, price.currency) })
          : t('again.confirm', { ns: 'home' })}
      </Button>
      <Anchor component={Link} to={elsewhen(again)}>
        {t('again.otherTime', { ns: 'home' })}
      </Anchor>
    </Stack>
  )
}

function useBookingAgain(again: SameAgain, request: BookingRequest) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const quote = useQuery(quoteQuery(request))
  const [mustChoose, setMustChoose] = useState(false)
  const isRestToPay = !again.business && (mustChoose || (quote.data?.left ?? 0) > 0)
  const payment = usePayChoice(isRestToPay, WAYS, quote.data)
  const make = useBookSpace()
  const pay = usePayOrder()

  async function arrive({ id, left, pay_until }: OrderDetails) {
    if (pay_until === null) {
      notify(t('success'), 'success')
      return navigate(`/order/${id}`)
    }
    try {
      await pay.mutateAsync({ orderId: id, left, card: payment?.way === 'saved' ? 'saved' : 'new' })
    } catch (error) {
      notifyFailure(error as Error)
      await navigate(`/order/${id}`)
    }
  }

  const mutate = () =>
    make.mutate(
      { ...request, ...(payment && { pay_by: payment.way === 'later' ? 'later' : 'card' }) },
      {
        onSuccess: (order) => void arrive(order),
        onError: (error) => error instanceof PaymentNotChosen && setMustChoose(true),
      },
    )
  return {
    payment,
    mustChoose,
    book: { error: make.error, mutate },
    // Stays true until the order is shown: another press would book again.
    isBooking: make.isPending || make.isSuccess,
  }
}
