import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { ActiveOrder, OrderUser } from '@keyhour/contract/orders-dashboard'
import { Anchor, Button, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { nowMs } from '#web/clock.ts'
import { absentOrderQuery, orderUserQuery } from '#web/features/orders-dashboard/api.ts'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { Panel } from '#web/features/orders-dashboard/panel.tsx'
import { PanelView } from '#web/features/orders-dashboard/panel-view.tsx'
import { PlaceNames } from '#web/features/orders-dashboard/place-names.tsx'
import { isIn, leadTo, placeOf, type SpaceKey } from '#web/features/orders-dashboard/rules.ts'
import { usePaymentWords } from '#web/features/orders-dashboard/use-payment-words.ts'
import { formatMoment, withZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = {
  id: number
  place: SpaceKey
  query: UseQueryResult<ActiveOrder[]>
  names: [string | undefined, string | undefined]
  onBack: () => void
}

export function ActiveOrderPanel({ id, place, query, names, onBack }: Props) {
  const { t } = useTranslation('orders-dashboard')
  const { pathname, search } = useLocation()
  const user = useQuery(orderUserQuery(id))
  const order = query.data?.find((one) => one.id === id)
  const absent = useQuery(absentOrderQuery(query.data && !order ? id : null))
  return (
    <Panel
      title={t('order', { id })}
      of={absent.data && !isIn(absent.data, place) ? null : <PlaceNames names={names} />}
      back={{ label: t('backToOrders'), onBack }}
    >
      <div className={classes.details}>
        <Title order={3} size="h5">
          {t('userDetails')}
        </Title>
        <PanelView query={user} loading={t('loadingUser')} failure={t('failedToLoadUser')}>
          {(whose) => <UserDetails user={whose} />}
        </PanelView>
        <Title order={3} size="h5">
          {t('orderDetails')}
        </Title>
        <PanelView query={query} loading={t('loadingOrders')} failure={t('failedToLoadOrders')}>
          {() =>
            order ? (
              <OrderFacts order={order} />
            ) : (
              <PanelView query={absent} loading={t('loadingOrders')}>
                {(details) => <Absent order={details} place={place} />}
              </PanelView>
            )
          }
        </PanelView>
        <Button
          component={Link}
          to={`/order/${id}`}
          state={{ list: pathname + search }}
          className={classes.open}
        >
          {t('openOrder')}
        </Button>
      </div>
    </Panel>
  )
}

function UserDetails({ user: { user_name, email, profile } }: { user: OrderUser }) {
  const { t } = useTranslation('orders-dashboard')
  return (
    <dl className={classes.facts}>
      <dt>{t('userName')}</dt>
      <dd>
        <bdi>{user_name}</bdi>
      </dd>
      <dt>{t('email')}</dt>
      <dd>
        <Anchor href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </Anchor>
      </dd>
      <dt>{t('phone')}</dt>
      <dd>
        {profile.phone === null ? (
          t('notAvailable')
        ) : (
          <Anchor href={`tel:${profile.phone.replace(/[^\d+]/g, '')}`}>
            <bdi dir="ltr">{profile.phone}</bdi>
          </Anchor>
        )}
      </dd>
    </dl>
  )
}

/** The order may have ended or moved since it was chosen, and the address may name any order. */
function Absent({ order, place }: { order: OrderDetails; place: SpaceKey }) {
  const { t } = useTranslation('orders-dashboard')
  const { search } = useLocation()
  const isElsewhere = !isIn(order, place)
  const space = order.SubOffice && localPlace(order.SubOffice)
  return (
    <div role="status">
      <p className={classes.note}>
        {isElsewhere
          ? t('elsewhere')
          : t(phaseOf(order, nowMs()) === 'coming' ? 'notActiveYet' : 'notActive')}
      </p>
      {isElsewhere && (
        <Anchor component={Link} to={`?${leadTo(new URLSearchParams(search), placeOf(order), order.id)}`}>
          <PlaceNames names={[localPlace(order.Office).name, space?.name ?? t('wholeOffice')]} />
        </Anchor>
      )}
    </div>
  )
}

function OrderFacts({ order }: { order: ActiveOrder }) {
  const { t } = useTranslation('orders-dashboard')
  const payment = usePaymentWords()
  const { start, end, time_zone, booking_type } = order
  const moment = (instant: string) => withZone(formatMoment(instant, time_zone), instant, time_zone)
  return (
    <dl className={classes.facts}>
      <dt>{t('start')}</dt>
      <dd>{moment(start)}</dd>
      <dt>{t('end')}</dt>
      <dd>{end === null ? t('ongoing') : moment(end)}</dd>
      <dt>{t('bookingType')}</dt>
      <dd>{t(`booking.${booking_type}`)}</dd>
      <dt>{t('paymentStatus')}</dt>
      <dd>{payment(order)}</dd>
    </dl>
  )
}
