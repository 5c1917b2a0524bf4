import type { HomePlace } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Badge } from '@mantine/core'
import classes from '#web/app/home/home.module.css'
import { PlacePicture } from '#web/app/place-picture.tsx'
import { OrderPlace } from '#web/features/orders/order-place.tsx'

type Props = {
  order: OrderDetails
  place: HomePlace | undefined
  now: number
  badge: string
  isFree?: boolean
}

const SEEN_AT = '(max-width: 720px) calc(100vw - 34px), 320px'

/** An order with its picture. */
export function OrderHead({ order, place, now, badge, isFree = false }: Props) {
  const space = place?.spaces.find(({ sub_office_id }) => sub_office_id === order.SubOffice?.id)
  return (
    <div className={classes.head}>
      <div className={classes.picture}>
        <PlacePicture address={space?.picture ?? place?.picture} type={space?.type} sizes={SEEN_AT} isFirst />
      </div>
      <div className={classes.words}>
        <Badge variant="light" color={isFree ? 'free' : 'gray'} tt="none">
          {badge}
        </Badge>
        <OrderPlace order={order} place={place} now={now} isLinked />
      </div>
    </div>
  )
}
