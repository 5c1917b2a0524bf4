import type { BookingRequest } from '@keyhour/contract/bookings'
import { type NewSeries, SeriesRequest } from '@keyhour/contract/series'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { seriesQuoteQuery, useBookSeries } from '#web/features/series/api.ts'
import {
  type Choices,
  coverageFor,
  dateRowsOf,
  nearestFor,
  type RepeatDraft,
  repeatOf,
} from '#web/features/series/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { fieldErrorsOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

const SETTLE_MS = 300

/** The chosen time of the first date, who pays, and how it repeats. */
type Given = {
  stay: BookingRequest | null
  businessId: number | undefined
  draft: RepeatDraft
  onDraft: (next: RepeatDraft) => void
}

/** From the fields of a repetition to the dates, what is chosen of them, and the orders. */
export function useSeries({ stay, businessId, draft, onDraft }: Given) {
  const { t } = useTranslation('series')
  const navigate = useNavigate()
  const [made, setMade] = useState<{ about: string; choices: Choices }>({ about: '', choices: {} })
  const book = useBookSeries()

  const repeat = stay && repeatOf(draft, stay.date)
  const asked = stay && repeat && SeriesRequest.safeParse({ ...stay, repeat })
  const settled = useSettled(asked?.data ? { ...asked.data, business_id: businessId } : null)
  const query = useQuery(seriesQuoteQuery(settled))
  const quote = settled ? query.data : undefined

  // Choices belong to these dates; who pays makes no difference.
  const about = JSON.stringify({ stay, repeat })
  const choices = made.about === about ? made.choices : {}
  const setChoices = (next: Choices) => {
    book.reset()
    setMade({ about, choices: next })
  }
  const rows = quote ? dateRowsOf(quote, stay?.sub_office_id ?? null, choices) : []
  const chosen = rows.flatMap(({ stay, due }) => (stay ? [{ stay, due }] : []))
  const coverage = quote && coverageFor(quote, rows)

  function submit() {
    if (!quote || !stay || !repeat || chosen.length === 0) return
    const series: NewSeries = {
      office_id: stay.office_id,
      ...(businessId && { business_id: businessId }),
      repeat,
      dates: chosen.map((one) => one.stay),
      expected_total: chosen.reduce((sum, { due }) => sum + due, 0),
    }
    book.mutate(series, {
      onSuccess: ({ orders: [first, ...others] }) => {
        notify(t('booked', { count: others.length + 1 }), 'success')
        void navigate(`/order/${first!.id}`, { replace: true })
      },
      onError: (error) => notifyFailure(error),
    })
  }

  return {
    isOn: draft.every !== 'none',
    draft,
    change: (next: Partial<RepeatDraft>) => {
      book.reset()
      onDraft({ ...draft, ...next })
    },
    errors: inFields({ ...problemsOf(asked), ...fieldErrorsOf(query.error) }),
    query,
    isLooking: asked?.success === true && !quote && query.error === null,
    quote,
    rows,
    coverage,
    chosen: chosen.length,
    choose: (date: string, choice: string) => setChoices({ ...choices, [date]: choice }),
    takeNearest: () => quote && setChoices(nearestFor(quote, choices)),
    submit,
    refusal: book.error,
    isBooking: book.isPending || book.isSuccess,
  }
}

export type SeriesBooking = ReturnType<typeof useSeries>

type Asked = ReturnType<typeof SeriesRequest.safeParse> | null

/** At the last part of their path: `repeat.count` is `count`. */
const problemsOf = (asked: Asked): Record<string, string> =>
  Object.fromEntries(asked?.error?.issues.map(({ path, message }) => [String(path.at(-1)), message]) ?? [])

const inFields = (messages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, serverText(message)]))

/** The value once it has stopped changing; until then null, so that nothing of an earlier one is booked. */
function useSettled<T extends object>(value: T | null): T | null {
  const written = value ? JSON.stringify(value) : null
  const [settled] = useDebouncedValue(written, SETTLE_MS)
  return useMemo(() => (written && settled === written ? JSON.parse(settled) : null), [written, settled])
}
