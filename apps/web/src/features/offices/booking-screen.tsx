import type { Office } from '@keyhour/contract/offices'
import { Id } from '@keyhour/contract/primitives'
import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { nowMs } from '#web/clock.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import { ContactCard } from '#web/features/offices/contact-card.tsx'
import classes from '#web/features/offices/offices.module.css'
import { offeredSpaces } from '#web/features/offices/rules.ts'
import { SpaceCard } from '#web/features/offices/space-card.tsx'
import { formatWallRange, withZone } from '#web/format/time.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function BookingScreen() {
  const officeId = Id.safeParse(Number(useParams().officeId))
  return officeId.success ? <Booking officeId={officeId.data} /> : <Navigate to="/dashboard" replace />
}

function Booking({ officeId }: { officeId: number }) {
  const { t } = useTranslation('offices')
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
        {(found) => <Spaces office={found} />}
      </QueryView>
    </Page>
  )
}

function Spaces({ office }: { office: Office }) {
  const { t } = useTranslation('offices')
  const spaces = offeredSpaces(office)
  return (
    <Stack gap="lg">
      <div>
        <Text>
          <bdi>{office.address}</bdi>
        </Text>
        <OpeningHours office={office} />
      </div>
      {office.coming_soon && <Alert color="gray">{t('comingSoon')}</Alert>}
      {office.temporarily_closed && <Alert color="gray">{t('temporarilyClosed')}</Alert>}
      <ContactCard office={office} />
      <Title order={2} size="h4">
        {t('spaces')}
      </Title>
      {spaces.length === 0 ? (
        <Text>
          {office.capacity === null ? t('rentedWhole') : t('rentedWholeFor', { count: office.capacity })}
        </Text>
      ) : (
        <ul className={classes.spaces}>
          {spaces.map((space) => (
            <SpaceCard key={space.id} space={space} currency={office.currency} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function OpeningHours({ office: { open_hours, close_hours, time_zone } }: { office: Office }) {
  const { t } = useTranslation('offices')
  if (!open_hours || !close_hours) return <Text c="dimmed">{t('aroundTheClock')}</Text>
  const today = new Date(nowMs()).toISOString()
  const hours = withZone(formatWallRange(open_hours, close_hours), today, time_zone)
  return <Text c="dimmed">{t('openHours', { hours })}</Text>
}
