import type { Quote } from '@keyhour/contract/bookings'
import { PaymentMethod } from '@keyhour/contract/order-management'
import type { StaffPayment } from '@keyhour/contract/schedule'
import { Alert, Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { staffQuoteQuery, useStaffBooking } from '#web/features/schedule/api.ts'
import {
  type BookDraft,
  bookDraft,
  bookingOf,
  isByDay,
  isKnown,
  mistakesInBooking,
  paymentFor,
  paymentsFor,
  stayOf,
} from '#web/features/schedule/book-rules.ts'
import { CustomerSelect } from '#web/features/schedule/customer-select.tsx'
import type { StretchProps } from '#web/features/schedule/rules.ts'
import { SpaceField } from '#web/features/schedule/space-field.tsx'
import { formatMoney } from '#web/format/money.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { inputOf, refusalText, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

const SETTLE_MS = 300

type Form = UseFormReturnType<BookDraft>

/** Books for somebody else, at the price that is shown. */
export function BookForm({ office, time, today, onClose }: StretchProps) {
  const { t } = useTranslation('schedule')
  const isAdmin = useUser()?.admin ?? false
  const form: Form = useForm<BookDraft>({
    mode: 'controlled',
    initialValues: bookDraft(time),
    validate: (draft) => mistakesInBooking(draft, quote.data),
    // The refusal was about another time.
    onValuesChange: () => save.reset(),
  })
  const draft = form.values
  const stay = JSON.stringify(stayOf(draft, office))
  const [asked] = useDebouncedValue(stay, SETTLE_MS)
  const quote = useQuery(staffQuoteQuery(office.id, JSON.parse(asked)))
  const isQuoted = asked === stay && quote.data !== undefined && !quote.isPlaceholderData
  const save = useStaffBooking(office.id)
  const payment = paymentFor(draft, quote.data, isAdmin)

  const send = () => {
    if (!isQuoted || !payment) return
    save.mutate(bookingOf({ ...draft, payment }, office, quote.data), {
      onSuccess: () => {
        notify(t('book.done'), 'success')
        onClose()
      },
      onError: (error) => showRefusal(form, error),
    })
  }

  return (
    <WindowForm
      form={form}
      save={{ mutate: send, error: save.error, isPending: save.isPending, reset: save.reset }}
      label={t('book.save')}
      isReady={isQuoted && payment !== undefined}
      onClose={onClose}
    >
      <Who form={form} officeId={office.id} />
      <What form={form} office={office} today={today} />
      {quote.error && (
        <Alert color="brass" variant="light" role="status">
          {refusalText(quote.error)}
        </Alert>
      )}
      {quote.data && <Payment form={form} quote={quote.data} isAdmin={isAdmin} payment={payment} />}
    </WindowForm>
  )
}

function Who({ form, officeId }: { form: Form; officeId: number }) {
  const { t } = useTranslation('schedule')
  if (!form.values.is_guest)
    return (
      <Stack gap={6}>
        <CustomerSelect officeId={officeId} {...inputOf(form, 'user_id')} />
        <div>
          <Button size="xs" onClick={() => form.setFieldValue('is_guest', true)}>
            {t('book.newGuest')}
          </Button>
        </div>
      </Stack>
    )
  return (
    <Stack gap={6}>
      <FieldGrid>
        <TextInput {...inputOf(form, 'name')} label={t('book.name')} autoComplete="off" data-autofocus />
        <TextInput {...inputOf(form, 'email')} label={t('book.email')} type="email" autoComplete="off" />
      </FieldGrid>
      <Text size="sm" c="dimmed">
        {t('book.guestHint')}
      </Text>
      <div>
        <Button size="xs" onClick={() => form.setFieldValue('is_guest', false)}>
          {t('book.known')}
        </Button>
      </div>
    </Stack>
  )
}

type WhatProps = { form: Form } & Pick<StretchProps, 'office' | 'today'>

/** A space and a time: days, if the space is rented by the day. */
function What({ form, office, today }: WhatProps) {
  const { t } = useTranslation('schedule')
  const byDay = isByDay(form.values, office)
  const first = inputOf(form, 'date')

  function chooseFirst(date: string) {
    first.onChange(date)
    if (form.values.last_date < date) form.setFieldValue('last_date', date)
  }

  return (
    <>
      <FieldGrid>
        <SpaceField office={office} {...inputOf(form, 'sub_office_id')} />
        <DateInput
          {...first}
          onChange={chooseFirst}
          label={t(byDay ? 'book.firstDay' : 'book.date')}
          min={today}
          today={today}
        />
        {byDay && (
          <DateInput
            {...inputOf(form, 'last_date')}
            label={t('book.lastDay')}
            min={form.values.date}
            today={today}
          />
        )}
      </FieldGrid>
      {!byDay && (
        <Group grow align="start">
          <TimeInput {...inputOf(form, 'start')} label={t('book.from')} />
          <TimeInput {...inputOf(form, 'end')} label={t('book.until')} />
        </Group>
      )}
    </>
  )
}

type PaymentProps = { form: Form; quote: Quote; isAdmin: boolean; payment: StaffPayment | undefined }

function Payment({ form, quote, isAdmin, payment }: PaymentProps) {
  const { t } = useTranslation('schedule')
  const money = (cents: number) => formatMoney(cents, quote.currency)
  return (
    <Stack gap="sm">
      <Text fw={600} aria-live="polite">
        {t('book.price', { price: money(quote.due) })}
      </Text>
      <Radio.Group
        label={t('book.payment')}
        value={payment ?? ''}
        onChange={(next) => form.setFieldValue('payment', next as StaffPayment)}
      >
        <Stack gap="xs" mt={6}>
          {paymentsFor(form.values, quote, isAdmin).map(({ way, isPossible }) => (
            <Radio
              key={way}
              value={way}
              disabled={!isPossible}
              label={t(`book.way.${way}`)}
              description={
                way === 'credits' && !isPossible && isKnown(form.values)
                  ? t('book.credits', { amount: money(quote.with_credits) })
                  : undefined
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      {payment === 'paid' && (
        <FieldGrid>
          <Select
            {...inputOf(form, 'method')}
            label={t('book.method')}
            data={PaymentMethod.options.map((method) => ({
              value: method,
              label: t(`book.methods.${method}`),
            }))}
            allowDeselect={false}
          />
          <TextInput {...inputOf(form, 'reference')} label={t('book.reference')} autoComplete="off" />
        </FieldGrid>
      )}
    </Stack>
  )
}
