import type { Office } from '@keyhour/contract/offices'
import { Id } from '@keyhour/contract/primitives'
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { nowMs } from '#web/clock.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import { BookingForm } from '#web/features/orders/booking-form.tsx'
import { formatWallRange, withZone } from '#web/format/time.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function BookingScreen() {
  const officeId = Id.safeParse(Number(useParams().officeId))
  return officeId.success ? (
    <Booking key={officeId.data} officeId={officeId.data} />
  ) : (
    <Navigate to="/dashboard" replace />
  )
}

function Booking({ officeId }: { officeId: number }) {
  const { t } = useTranslation('booking')
  const office = useQuery(officeQuery(officeId))
  return (
    <Page
      title={office.data ? t('book', { name: office.data.name }) : t('booking')}
      actions={
        office.data && (
          <Anchor component={Link} to={`/dashboard?office=${officeId}`}>
            {t('backToDashboard')}
          </Anchor>
        )
      }
    >
      <QueryView
        query={office}
        loading={t('loadingOffice')}
        wayBack={
          <Anchor component={Link} to="/dashboard">
            {t('backToDashboard')}
          </Anchor>
        }
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
  const { address, phone_number, email } = office
  return (
    <Stack gap="sm">
      <div>
        <Text>
          <bdi>{address}</bdi>
        </Text>
        <OpeningHours office={office} />
        <Group gap="0 16px">
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

function OpeningHours({ office: { open_hours, close_hours, time_zone } }: { office: Office }) {
  const { t } = useTranslation('booking')
  if (!open_hours || !close_hours) return <Text c="dimmed">{t('aroundTheClock')}</Text>
  const today = new Date(nowMs()).toISOString()
  const hours = withZone(formatWallRange(open_hours, close_hours), today, time_zone)
  return <Text c="dimmed">{t('openHours', { hours })}</Text>
}
