import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/home/home.module.css'
import { useStayText } from '#web/features/orders/use-stay-text.ts'
import { formatMoney } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** Bookings that are not paid; each leads to where it is. */
export function OwedCard({ orders, now }: { orders: readonly OrderDetails[]; now: number }) {
  const { t } = useTranslation('home')
  const stayText = useStayText(now)
  if (orders.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="home-owed">
      <h2 id="home-owed">{t('owed.title')}</h2>
      <ul className={classes.rows}>
        {orders.map((order) => {
          const place = localPlace(order.SubOffice ?? order.Office).name
          return (
            <li key={order.id} className={classes.owed}>
              <div className={classes.words}>
                <Anchor component={Link} to={`/order/${order.id}`} fw={600}>
                  <bdi>{place}</bdi>
                </Anchor>
                <Text size="sm" c="dimmed">
                  {stayText(order)}
                </Text>
              </div>
              <Text fw={600} className={classes.amount}>
                {formatMoney(order.left, order.currency)}
              </Text>
            </li>
          )
        })}
      </ul>
      <Text size="sm" c="dimmed">
        {t('owed.hint')}
      </Text>
    </section>
  )
}
