import type { HomePlace } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/home/home.module.css'
import { OrderHead } from '#web/app/home/order-head.tsx'
import { isWaiting, type Waiting } from '#web/features/orders/rules.ts'
import { useStayText } from '#web/features/orders/use-stay-text.ts'
import { OrderKeys } from '#web/features/visits/order-access-card.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatCountdown, formatLength } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { Directions } from '#web/ui/directions.tsx'
import { useNow } from '#web/ui/now.ts'

type Props = { order: OrderDetails; place: HomePlace | undefined; now: number }

/** What comes next: when, the way there, and how to get in. */
export function NextCard({ order, place, now }: Props) {
  const { t } = useTranslation(['home', 'orders'])
  const inTime = formatLength(Date.parse(order.start) - now)
  return (
    <article className={classes.card} aria-label={t(isWaiting(order) ? 'next.waitingLabel' : 'next.label')}>
      <OrderHead order={order} place={place} now={now} badge={t('next.in', { length: inTime })} />
      <div className={classes.body}>
        {isWaiting(order) ? <WaitingForPayment order={order} /> : <OrderKeys order={order} isShort />}
        <Group gap="sm" grow className={classes.buttons}>
          {place && <Directions lat={place.lat} lon={place.lon} label={t('directions')} />}
          <Button
            component={Link}
            to={`/order/${order.id}`}
            variant={isWaiting(order) ? 'filled' : 'default'}
          >
            {isWaiting(order)
              ? t('next.pay', { amount: formatMoney(order.left, order.currency) })
              : t('next.open')}
          </Button>
        </Group>
      </div>
    </article>
  )
}

const TICK_MS = 1000

/** Until when the space is kept for the customer. */
function WaitingForPayment({ order }: { order: Waiting<OrderDetails> }) {
  const { t } = useTranslation(['home', 'orders'])
  const leftMs = Math.max(0, Date.parse(order.pay_until) - useNow(TICK_MS))
  return (
    <div>
      <Text fw={600}>{t('waiting.badge', { ns: 'orders' })}</Text>
      <Text role="timer">{t('next.payWithin', { time: formatCountdown(leftMs) })}</Text>
    </div>
  )
}

/** The bookings after the next one, in a line each. */
export function LaterList({ orders, now }: { orders: readonly OrderDetails[]; now: number }) {
  const { t } = useTranslation('home')
  const stayText = useStayText(now)
  if (orders.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="home-later">
      <h2 id="home-later">{t('later')}</h2>
      <ul className={classes.rows}>
        {orders.map((order) => {
          const space = order.SubOffice && localPlace(order.SubOffice).name
          return (
            <li key={order.id}>
              <Anchor component={Link} to={`/order/${order.id}`} fw={600}>
                {spaceAndOffice(space, localPlace(order.Office).name)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {stayText(order)}
              </Text>
            </li>
          )
        })}
      </ul>
      <Anchor component={Link} to="/orders" size="sm" className={classes.more}>
        {t('allOrders')}
      </Anchor>
    </section>
  )
}
