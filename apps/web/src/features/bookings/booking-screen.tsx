import { officeDayAt } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { openStateAt } from '@keyhour/contract/open-state'
import { Id } from '@keyhour/contract/primitives'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { nowMs } from '#web/clock.ts'
import { dayOn, differsByDay } from '#web/features/availability/open-days.ts'
import { hasBoardIn } from '#web/features/bookings/board-rules.ts'
import classes from '#web/features/bookings/booking.module.css'
import { BookingForm } from '#web/features/bookings/booking-form.tsx'
import { officeQuery } from '#web/features/offices/api.ts'
import { formatDate, formatWallRange, formatWallTime, withZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function BookingScreen() {
  const { t } = useTranslation('booking')
  const officeId = Id.safeParse(Number(useParams().officeId))
  return officeId.success ? (
    <Booking key={officeId.data} officeId={officeId.data} />
  ) : (
    <Page title={t('booking')}>
      <FailureMessage
        message={t('noOfficeId')}
        action={
          <Group justify="center">
            <Button variant="filled" component="a" href="/spaces">
              {t('findSpace')}
            </Button>
            <WayBack />
          </Group>
        }
      />
    </Page>
  )
}

function WayBack() {
  const { t } = useTranslation('booking')
  return (
    <Anchor component={Link} to="/dashboard">
      {t('backToDashboard')}
    </Anchor>
  )
}

function Booking({ officeId }: { officeId: number }) {
  // Also loads the texts of the parts that appear later.
  const { t } = useTranslation(['booking', 'charges'])
  const office = useQuery(officeQuery(officeId))
  const [address] = useSearchParams()
  return (
    <Page
      wide={hasBoardIn(address)}
      title={office.data ? t('book', { name: localPlace(office.data).name }) : t('booking')}
      actions={
        office.data && (
          <Anchor component={Link} to={`/dashboard?office=${officeId}`}>
            {t('backToDashboard')}
          </Anchor>
        )
      }
    >
      <QueryView
        shape="detail"
        query={office}
        loading={t('loadingOffice')}
        failure={t('failedToFetchOffice')}
        failureText={({ message }) => serverText(message)}
        wayBack={<WayBack />}
      >
        {(found) => (
          <Stack gap="lg">
            <AboutOffice office={found} />
            <BookingForm office={found} />
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

function AboutOffice({ office }: { office: Office }) {
  const { t } = useTranslation('booking')
  const { address, phone_number, email } = localPlace(office)
  return (
    <Stack gap="sm">
      <div>
        <Text>
          <bdi>{address}</bdi>
        </Text>
        <OpeningHours office={office} />
        <Group gap="0 16px" className={classes.contact}>
          {phone_number && (
            <Anchor href={`tel:${phone_number.replace(/[^+\d]/g, '')}`}>
              {t('call', { phone: phone_number })}
            </Anchor>
          )}
          {email && <Anchor href={`mailto:${email}`}>{t('write', { email })}</Anchor>}
        </Group>
      </div>
      {office.coming_soon && <Alert color="gray">{t('dayReason.coming_soon')}</Alert>}
      {office.temporarily_closed && <Alert color="gray">{t('dayReason.temporarily_closed')}</Alert>}
    </Stack>
  )
}

function OpeningHours({ office }: { office: Office }) {
  const { t } = useTranslation('booking')
  const { open_hours, close_hours, time_zone } = office
  const day = officeDayAt(office, nowMs())
  if (differsByDay(office, day)) return <HoursToday office={office} day={day} />
  if (!open_hours || !close_hours) return <Text c="dimmed">{t('aroundTheClock')}</Text>
  const today = new Date(nowMs()).toISOString()
  const hours = withZone(formatWallRange(open_hours, close_hours), today, time_zone)
  return <Text c="dimmed">{t('openHours', { hours })}</Text>
}

function HoursToday({ office, day }: { office: Office; day: string }) {
  const { t } = useTranslation('booking')
  const { hours } = dayOn(office, day)
  const state = openStateAt(office, nowMs())
  const range = hours && formatWallRange(hours.open_hours, hours.close_hours)
  const today = new Date(nowMs()).toISOString()
  return (
    <Text c="dimmed">
      {range ? t('openToday', { hours: withZone(range, today, office.time_zone) }) : t('closedToday')}
      {!state.isOpen && state.opens && state.daysAhead > 0 && (
        <> {t('opensOn', { date: formatDate(state.opens.date), time: formatWallTime(state.opens.time) })}</>
      )}
    </Text>
  )
}
