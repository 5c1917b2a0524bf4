import { officeDayAt } from '@keyhour/contract/office-clock'
import type { Arrival, OwnerOffice, OwnerSpace } from '@keyhour/contract/owners'
import { Anchor, Badge, Card, Group, Progress, Text, Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { dayOn, differsByDay } from '#web/features/availability/open-days.ts'
import { useOwnedOffices } from '#web/features/owners/api.ts'
import { OrderLink } from '#web/features/owners/order-cells.tsx'
import classes from '#web/features/owners/owners.module.css'
import { bookedShare, isClosed, sumUses } from '#web/features/owners/rules.ts'
import { formatShortShare } from '#web/format/share.ts'
import {
  formatDay,
  formatDayAndTime,
  formatTime,
  formatWallRange,
  formatZone,
  isForeignClock,
} from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { Page } from '#web/ui/page.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function OwnerOfficesScreen() {
  const { t } = useTranslation('owners')
  const { offices } = useOwnedOffices()
  return (
    <Page title={t('links.offices')}>
      <ul className={classes.offices}>
        {offices.map((office) => (
          <li key={office.id}>
            <OfficeCard office={office} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function OfficeCard({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const { name, address } = localPlace(office)
  const today = sumUses(office.spaces.map((space) => space.today))
  return (
    <Card className={classes.office!} withBorder padding="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <SoftText>{address}</SoftText>
          <SoftText>{hoursText(office, t)}</SoftText>
          {isForeignClock(new Date(nowMs()).toISOString(), office.time_zone) && (
            <SoftText>{t('clockOf', { zone: formatZone(office.time_zone) })}</SoftText>
          )}
        </div>
        <States office={office} />
      </Group>
      <Text fw={500}>{t('today.booked', { share: formatShortShare(bookedShare(today)) })}</Text>
      <ul className={classes.spaces} aria-label={t('spacesOf', { office: name })}>
        {office.spaces.map((space) => (
          <SpaceToday key={space.sub_office_id ?? 0} space={space} />
        ))}
      </ul>
      <Arrivals office={office} />
    </Card>
  )
}

function hoursText(office: OwnerOffice, t: TFunction<'owners'>): string {
  const { open_hours, close_hours } = office
  const today = officeDayAt(office, nowMs())
  if (differsByDay(office, today)) {
    const { hours } = dayOn(office, today)
    return hours
      ? t('openToday', { hours: formatWallRange(hours.open_hours, hours.close_hours) })
      : t('closedToday')
  }
  return open_hours === null || close_hours === null
    ? t('aroundTheClock')
    : formatWallRange(open_hours, close_hours)
}

function States({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const states = (['hidden', 'coming_soon', 'temporarily_closed'] as const).filter((state) => office[state])
  return (
    <Group gap="xs">
      {states.map((state) => (
        <Badge key={state} color="gray" tt="none">
          {t(`state.${state}`)}
        </Badge>
      ))}
    </Group>
  )
}

function SpaceToday({ space }: { space: OwnerSpace }) {
  const { t } = useTranslation('owners')
  const share = bookedShare(space.today)
  const words = isClosed(space.today)
    ? t('today.closed')
    : t('today.space', { share: formatShortShare(share), count: space.today.orders })
  return (
    <li className={classes.space}>
      <Text className={classes.name!}>
        <bdi>{localPlace(space).name}</bdi>
      </Text>
      <Progress value={share * 100} color="gray" aria-hidden />
      <SoftText>
        {words}
        {' · '}
        {nowText(space, t)}
      </SoftText>
    </li>
  )
}

function nowText({ units, units_taken }: OwnerSpace, t: TFunction<'owners'>): string {
  if (units > 1) return t('now.seats', { taken: units_taken, count: units })
  return t(units_taken > 0 ? 'now.taken' : 'now.free')
}

function Arrivals({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  return (
    <section>
      <Title order={3} size="h6">
        {t('arrivals.title')}
      </Title>
      {office.arrivals.length === 0 ? (
        <SoftText>{t('arrivals.none')}</SoftText>
      ) : (
        <ul className={classes.arrivals}>
          {office.arrivals.map((arrival) => (
            <ArrivalRow key={arrival.order_id} arrival={arrival} office={office} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ArrivalRow({ arrival, office }: { arrival: Arrival; office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const space = office.spaces.find(({ sub_office_id }) => sub_office_id === arrival.sub_office_id)
  const dayOf = (instant: string) => formatDay(instant, office.time_zone)
  const isToday = dayOf(arrival.start) === dayOf(new Date(nowMs()).toISOString())
  const when = (isToday ? formatTime : formatDayAndTime)(arrival.start, office.time_zone)
  return (
    <li className={classes.arrival}>
      <Text size="sm" fw={500}>
        {when}
      </Text>
      <Text size="sm">
        <OrderLink officeId={office.id} orderId={arrival.order_id}>
          <bdi>{arrival.customer ?? t('deletedCustomer')}</bdi>
        </OrderLink>
        {space && (
          <>
            {' · '}
            <bdi>{localPlace(space).name}</bdi>
          </>
        )}
      </Text>
      {arrival.waiting && <Badge color="brass">{t('orderState.waiting')}</Badge>}
      {arrival.phone !== null && (
        <Anchor href={`tel:${arrival.phone}`} dir="ltr" size="sm">
          {arrival.phone}
        </Anchor>
      )}
    </li>
  )
}
