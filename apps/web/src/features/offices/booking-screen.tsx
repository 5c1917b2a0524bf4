import type { Office } from '@keyhour/contract/offices'
import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { officeQuery } from '#web/features/offices/api.ts'
import classes from '#web/features/offices/offices.module.css'
import { offeredSpaces } from '#web/features/offices/rules.ts'
import { SpaceCard } from '#web/features/offices/space-card.tsx'
import { formatWallTime } from '#web/format/time.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function BookingScreen() {
  const officeId = Number(useParams().officeId)
  if (!Number.isInteger(officeId) || officeId < 1) return <Navigate to="/dashboard" replace />
  return <Booking officeId={officeId} />
}

function Booking({ officeId }: { officeId: number }) {
  const { t } = useTranslation('offices')
  const office = useQuery(officeQuery(officeId))
  return (
    <Page
      title={office.data ? t('book', { name: office.data.name }) : t('booking')}
      actions={
        <Anchor component={Link} to={`/dashboard?office=${officeId}`}>
          {t('backToDashboard')}
        </Anchor>
      }
    >
      <QueryView query={office} loading={t('loadingOffice')}>
        {(found) => <Spaces office={found} />}
      </QueryView>
    </Page>
  )
}

function Spaces({ office }: { office: Office }) {
  const { t } = useTranslation('offices')
  const spaces = offeredSpaces(office)
  const { open_hours, close_hours } = office
  return (
    <Stack gap="lg">
      <div>
        <Text>
          <bdi>{office.address}</bdi>
        </Text>
        <Text c="dimmed">
          {open_hours && close_hours
            ? t('openHours', { from: formatWallTime(open_hours), until: formatWallTime(close_hours) })
            : t('aroundTheClock')}
        </Text>
      </div>
      {office.coming_soon && <Alert color="gray">{t('comingSoon')}</Alert>}
      {office.temporarily_closed && <Alert color="gray">{t('temporarilyClosed')}</Alert>}
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
