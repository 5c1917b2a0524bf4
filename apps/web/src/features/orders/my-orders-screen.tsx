import ordersArt from 'virtual:picture/empty-orders'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { myOrdersQuery } from '#web/features/orders/api.ts'
import { OrderCard } from '#web/features/orders/order-card.tsx'
import classes from '#web/features/orders/orders.module.css'
import { splitOrders } from '#web/features/orders/rules.ts'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function MyOrdersScreen() {
  const { t } = useTranslation('orders')
  const orders = useQuery(myOrdersQuery)
  return (
    <Page title={t('myOrders')}>
      <QueryView
        query={orders}
        loading={t('loading')}
        isEmpty={({ length }) => length === 0}
        empty={<Message art={ordersArt} title={t('noOrdersOfYours')} text={t('noOrdersOfYoursText')} />}
      >
        {(list) => {
          const { ahead, behind } = splitOrders(list, nowMs())
          return (
            <>
              <Section title={t('coming')} orders={ahead} none={t('noneComing')} />
              <Section title={t('past')} orders={behind} none={t('nonePast')} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function Section({ title, orders, none }: { title: string; orders: OrderDetails[]; none: string }) {
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {orders.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.list}>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  )
}
