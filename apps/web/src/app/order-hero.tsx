import type { OrderDetails } from '@keyhour/contract/orders'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/app/order-screen.module.css'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { officeQuery } from '#web/features/offices/api.ts'
import { PhaseBadge } from '#web/features/orders/phase-badge.tsx'
import { useStayText } from '#web/features/orders/use-stay-text.ts'
import { useKeepForOffline } from '#web/features/visits/use-kept-booking.ts'
import { unbroken } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { Directions } from '#web/ui/directions.tsx'

const SEEN_AT = '(max-width: 720px) calc(100vw - 34px), 360px'

/** Picture, date line, address and the way there. */
export function OrderHero({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const stayText = useStayText(now)
  const { data: office } = useQuery(officeQuery(order.Office.id))
  useKeepForOffline(order, office)
  const space = office?.sub_offices.find(({ id }) => id === order.SubOffice?.id)
  const [spacePicture] = space?.pictures ?? []
  const [officePicture] = office?.pictures ?? []
  const address = spacePicture
    ? pictureAddress('sub_office', spacePicture)
    : officePicture && pictureAddress('office', officePicture)
  return (
    <section className={classes.hero} aria-label={t('hero')}>
      <div className={classes.picture}>
        {office && <PlacePicture address={address} type={space?.type} sizes={SEEN_AT} isFirst />}
      </div>
      <div className={classes.words}>
        <Group gap="sm">
          <PhaseBadge order={order} now={now} />
          <Text size="sm" c="dimmed">
            {t('orderNumber', { id: order.id })}
          </Text>
        </Group>
        <Text className={classes.when}>{unbroken(stayText(order))}</Text>
        {office && (
          <>
            <Text>
              <bdi>{localPlace(office).address}</bdi>
            </Text>
            <Directions lat={office.lat} lon={office.lon} label={t('directions')} />
          </>
        )}
      </div>
    </section>
  )
}
