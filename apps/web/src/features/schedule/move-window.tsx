import type { MyOffice } from '@keyhour/contract/offices'
import type { MoveQuote } from '@keyhour/contract/schedule-moves'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { AlternativesCard } from '#web/features/availability/alternatives-card.tsx'
import { moveQuoteQuery } from '#web/features/schedule/api.ts'
import { placeInWords } from '#web/features/schedule/block-text.ts'
import {
  type DraggedBooking,
  draftOf,
  isSamePlace,
  type MoveDraft,
  moveTo,
  placeIn,
  placeNow,
} from '#web/features/schedule/move-rules.ts'
import { SpaceField } from '#web/features/schedule/space-field.tsx'
import type { useCarryOut } from '#web/features/schedule/use-carry-out.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { inputOf, refusalText } from '#web/ui/form-errors.ts'
import { FormWindow, WindowButtons } from '#web/ui/form-window.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const SETTLE_MS = 250

type Props = {
  office: MyOffice
  /** Null: closed. */
  dragged: DraggedBooking | null
  today: string
  carryOut: ReturnType<typeof useCarryOut>
  /** It cannot go there. */
  onRefused: () => void
  onClose: () => void
}

/** Where a booking would go, what that costs or refunds, and that the customer is told. Nothing has changed yet. */
export function MoveWindow({ dragged, ...props }: Props) {
  const { t } = useTranslation('schedule')
  return (
    <FormWindow opened={dragged !== null} title={t('move.title')} onClose={props.onClose}>
      {dragged && <MoveForm dragged={dragged} {...props} />}
    </FormWindow>
  )
}

type FormProps = Props & { dragged: DraggedBooking }

function MoveForm({ office, dragged, today, carryOut, onRefused, onClose }: FormProps) {
  const { t } = useTranslation('schedule')
  const { booking } = dragged
  const form = useForm<MoveDraft>({
    mode: 'controlled',
    initialValues: draftOf(dragged.to),
    onValuesChange: () => carryOut.reset(),
  })
  const now = placeNow(booking, office.time_zone)
  const to = placeIn(form.values, dragged)
  const isSame = to === null || isSamePlace(to, now)
  const [settled] = useDebouncedValue(JSON.stringify(to), SETTLE_MS)
  const isSettled = settled === JSON.stringify(to)
  const quote = useQuery(
    moveQuoteQuery(
      office.id,
      booking.order_id,
      isSame ? null : moveTo({ booking, to: JSON.parse(settled) ?? to }),
    ),
  )
  const shown = isSame || !isSettled ? undefined : quote.data
  const refusal = carryOut.error ?? (isSame ? null : quote.error)
  const isNewPrice = carryOut.error instanceof CallError && carryOut.error.body?.time_quote !== undefined
  const isBlocked = refusal !== null && !(isNewPrice && shown)
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (isBlocked) refused()
  }, [isBlocked])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!shown || !to) return
    carryOut.run({ booking, to }, shown, onClose)
  }
  const space = office.sub_offices.find(({ id }) => id === booking.sub_office_id)

  return (
    <form noValidate onSubmit={send}>
      <Stack gap="md">
        <div>
          <Text fw={600}>
            <bdi>{booking.customer ?? t('deletedCustomer')}</bdi>
          </Text>
          <SoftText>{t('move.now', { place: placeInWords(booking, now, space, t) })}</SoftText>
        </div>
        <Fields form={form} office={office} today={today} booking={booking} />
        {refusal && (
          <Refused
            error={refusal}
            officeId={office.id}
            onTake={(alternative) => form.setValues({ ...form.values, ...alternative })}
          />
        )}
        <div aria-live="polite">
          {isSame && <Text c="dimmed">{t('move.choose')}</Text>}
          {shown && !isBlocked && <Outcome quote={shown} />}
        </div>
        <WindowButtons
          label={t('move.save')}
          isBusy={carryOut.isPending}
          isReady={shown !== undefined && !shown.refusal && !isBlocked}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

type FieldsProps = Pick<FormProps, 'office' | 'today'> & {
  form: ReturnType<typeof useForm<MoveDraft>>
  booking: DraggedBooking['booking']
}

function Fields({ form, office, today, booking: { movable, hasBegun } }: FieldsProps) {
  const { t } = useTranslation('schedule')
  return (
    <>
      <FieldGrid>
        <SpaceField office={office} {...inputOf(form, 'sub_office_id')} />
        <DateInput
          {...inputOf(form, 'date')}
          label={t('book.date')}
          min={today}
          today={today}
          disabled={hasBegun}
        />
      </FieldGrid>
      {movable.days === null && (
        <Group grow align="start">
          <TimeInput
            {...inputOf(form, 'start')}
            label={t('book.from')}
            disabled={hasBegun}
            data-autofocus={!hasBegun || undefined}
            // The window opens with the focus there, and its list would cover the price.
            openOnFocus={false}
          />
          <TimeInput
            {...inputOf(form, 'end')}
            label={t('book.until')}
            data-autofocus={hasBegun || undefined}
            openOnFocus={false}
          />
        </Group>
      )}
    </>
  )
}

type Place = Partial<MoveDraft>
type RefusedProps = { error: Error; officeId: number; onTake: (place: Place) => void }

function Refused({ error, officeId, onTake }: RefusedProps) {
  const { t } = useTranslation('schedule')
  const alternatives = error instanceof CallError ? error.body?.alternatives : undefined
  if (!alternatives) return <FailureAlert text={refusalText(error)} />
  return (
    <AlternativesCard
      title={refusalText(error)}
      alternatives={alternatives}
      officeId={officeId}
      action={t('move.take')}
      onTake={({ sub_office_id, date, start, end }) =>
        onTake({ sub_office_id: String(sub_office_id ?? ''), date, ...(start && end && { start, end }) })
      }
      isBusy={false}
    />
  )
}

function Outcome({ quote }: { quote: MoveQuote }) {
  const { t } = useTranslation('schedule')
  const money = (cents: number) => formatMoney(cents, quote.currency)
  const { due, due_before, with_credits, left, back, back_card, kept, expired, refusal } = quote
  if (refusal) return <FailureAlert text={serverText(refusal)} />
  const price =
    due === due_before
      ? t('move.samePrice', { due: money(due) })
      : t('move.newPrice', { due: money(due), before: money(due_before) })
  const sums = [
    kept > 0 && t('move.kept', { amount: money(kept) }),
    with_credits > 0 && t('move.credits', { amount: money(with_credits) }),
    left > 0 && t('move.left', { amount: money(left) }),
    back > 0 && t('move.back', { amount: money(back) }),
    back_card > 0 && t('move.card', { amount: money(back_card) }),
    expired?.until &&
      t('move.expired', { amount: money(expired.amount), date: formatLastDay(expired.until) }),
  ].filter((sum) => typeof sum === 'string')
  return (
    <Alert color="brass" variant="light" title={price}>
      <Stack gap={4}>
        {sums.map((sum) => (
          <Text key={sum} size="sm">
            {sum}
          </Text>
        ))}
        <Text size="sm">{t('move.mail')}</Text>
      </Stack>
    </Alert>
  )
}
