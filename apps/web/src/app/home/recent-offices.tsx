import type { HomePlace } from '@keyhour/contract/home'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/home/home.module.css'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { localPlace } from '#web/texts/local-place.ts'

export function RecentOffices({ places }: { places: readonly HomePlace[] }) {
  const { t } = useTranslation('home')
  if (places.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="home-recent">
      <h2 id="home-recent">{t('recent')}</h2>
      <ul className={classes.rows}>
        {places.map((place) => {
          const { name, address } = localPlace(place)
          return (
            <li key={place.office_id} className={classes.row}>
              <div className={classes.thumb}>
                <PlacePicture address={place.picture} type="office" sizes="64px" />
              </div>
              <div className={classes.words}>
                {place.is_open ? (
                  <Anchor component={Link} to={`/booking/${place.office_id}`} className={classes.link}>
                    <bdi>{name}</bdi>
                  </Anchor>
                ) : (
                  <Text fw={600}>
                    <bdi>{name}</bdi>
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  <bdi>{place.is_open ? address : t('closedNow')}</bdi>
                </Text>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
