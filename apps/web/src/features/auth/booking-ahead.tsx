import { officeDayAt } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { bookingAskedFor } from '#web/features/auth/page-asked-for.ts'
import { type ChosenTime, readTime } from '#web/features/availability/chosen-time.ts'
import { priceUntil } from '#web/features/availability/rules.ts'
import { useDay } from '#web/features/availability/use-day.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import { wallOf } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** On the way to a booking: what is being booked. Nothing for other ways. */
export function BookingAhead({ from }: { from: unknown }) {
  const asked = bookingAskedFor(from)
  return asked && <Ahead officeId={asked.officeId} address={asked.address} />
}

type AheadProps = { officeId: number; address: URLSearchParams }

function Ahead({ officeId, address }: AheadProps) {
  const { data: office } = useQuery(officeQuery(officeId))
  const time = office && readTime(address, office, officeDayAt(office, nowMs()))
  if (!office || !time) return null
  return <Stay office={office} subOfficeId={Number(address.get('sub_office')) || null} time={time} />
}

type StayProps = { office: Office; subOfficeId: number | null; time: ChosenTime }

function Stay({ office, subOfficeId, time }: StayProps) {
  const { t } = useTranslation('auth')
  const space = office.sub_offices.find(({ id }) => id === subOfficeId)
  const { query, halves } = useDay({ office_id: office.id, sub_office_id: subOfficeId }, time, office)
  const cents = query.data && halves && time.end ? priceUntil(query.data, halves, time.start, time.end) : null
  const price = cents === null ? null : formatMoney(cents, office.currency)
  return (
    <Paper withBorder p="md" role="note">
      <Text size="sm" c="dimmed">
        {t('bookingAhead')}
      </Text>
      <Text fw={600}>
        <bdi>{localPlace(space ?? office).name}</bdi>
        {space && (
          <>
            {' · '}
            <bdi>{localPlace(office).name}</bdi>
          </>
        )}
      </Text>
      <Text>{[whenOf(time), price].filter(Boolean).join(' · ')}</Text>
    </Paper>
  )
}

function whenOf({ date, start, end, last_date }: ChosenTime): string {
  if (!start || !end) return last_date ? `${formatDate(date)} – ${formatDate(last_date)}` : formatDate(date)
  const from = wallOf(date, start)
  return `${formatDate(from.date)}, ${formatWallRange(from.time, wallOf(date, end).time)}`
}
