import { withTax } from '@keyhour/contract/price'
import type { Position } from '@keyhour/contract/space-filter'
import type { Space } from '@keyhour/contract/spaces'
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/home/home.module.css'
import { onePerOffice } from '#web/app/home/rules.ts'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { freeNowQuery } from '#web/features/home/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** What is free for the next hour. The position is asked for only when the person wants what is near. */
export function FreeNow({ officeIds }: { officeIds: readonly number[] }) {
  const { t } = useTranslation('home')
  const [position, setPosition] = useState<Position | null>(null)
  const free = useQuery(freeNowQuery(position, officeIds))
  const shown = onePerOffice(free.data?.spaces ?? [])
  return (
    <section className={classes.section} aria-labelledby="home-free">
      <Group justify="space-between" gap="xs">
        <h2 id="home-free">{t('free.title')}</h2>
        {!position && <NearMe onFound={setPosition} />}
      </Group>
      {free.isPending && <Skeleton height={88} />}
      {free.isError && <Text c="dimmed">{t('free.failed')}</Text>}
      {free.data && shown.length === 0 && <Text c="dimmed">{t('free.none')}</Text>}
      <ul className={classes.tiles}>
        {shown.map((space) => (
          <FreeSpace key={`${space.office_id} ${space.sub_office_id}`} space={space} />
        ))}
      </ul>
      <Anchor href="/spaces" size="sm" className={classes.more}>
        {t('free.all')}
      </Anchor>
    </section>
  )
}

const PATIENCE_MS = 10_000
const FRESH_MS = 600_000

function NearMe({ onFound }: { onFound: (position: Position) => void }) {
  const { t } = useTranslation('home')
  const [state, setState] = useState<'idle' | 'asking' | 'refused'>('idle')
  if (!('geolocation' in navigator)) return null
  function ask() {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      // Rounded: we do not need to know the street.
      ({ coords }) => onFound({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
      () => setState('refused'),
      { timeout: PATIENCE_MS, maximumAge: FRESH_MS },
    )
  }
  return (
    <>
      <Button
        size="compact-md"
        leftSection={<IconCurrentLocation aria-hidden size={18} />}
        loading={state === 'asking'}
        onClick={ask}
      >
        {t('free.nearMe')}
      </Button>
      {state === 'refused' && (
        <Text size="sm" c="dimmed" role="status">
          {t('free.noPosition')}
        </Text>
      )}
    </>
  )
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

function FreeSpace({ space }: { space: Space }) {
  const { t } = useTranslation('home')
  const { office_id, sub_office_id, distance_km } = space
  const { name, office_name } = localPlace(space)
  const rate = space.rent_type === 'hour' ? space.price_per_hour : space.price_per_day
  const price = formatMoney(withTax(rate, space.tax_percent), space.currency)
  const part = sub_office_id === null ? '' : `?sub_office=${sub_office_id}`
  return (
    <li className={classes.tile}>
      <div className={classes.thumb}>
        <PlacePicture address={space.picture} type={space.type} sizes="96px" />
      </div>
      <div className={classes.words}>
        <Anchor component={Link} to={`/booking/${office_id}${part}`} className={classes.link}>
          <bdi>{name}</bdi>
        </Anchor>
        {sub_office_id !== null && (
          <Text size="sm">
            <bdi>{office_name}</bdi>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t(`free.rate.${space.rent_type}`, { price })}
          {distance_km !== null && ` · ${t('free.away', { km: distance_km.toFixed(1) })}`}
        </Text>
      </div>
    </li>
  )
}
