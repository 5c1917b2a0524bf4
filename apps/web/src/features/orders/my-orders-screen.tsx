import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Center, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { myOrdersQuery } from '#web/features/orders/api.ts'
import { OrderCard } from '#web/features/orders/order-card.tsx'
import classes from '#web/features/orders/orders.module.css'
import { splitOrders } from '#web/features/orders/rules.ts'
import { MyWaits } from '#web/features/waiting-list/my-waits.tsx'
import ordersArt from '#web/pictures/empty-orders.svg'
import { Message } from '#web/ui/message.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const MINUTE_MS = 60_000

export function MyOrdersScreen() {
  const { t } = useTranslation('orders')
  const orders = useInfiniteQuery(myOrdersQuery)
  const now = useNow(MINUTE_MS)
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = orders
  const { running, coming, behind } = splitOrders(onceEach(orders.data?.pages ?? []), now)

  // Coming orders are shown next first, but listed last first: fetch until a past one appears.
  const isAllAhead = hasNextPage && behind.length === 0
  useEffect(() => {
    if (isAllAhead && !isFetching) void fetchNextPage()
  }, [isAllAhead, isFetching, fetchNextPage])

  return (
    <Page title={t('myOrders')}>
      <MyWaits />
      <QueryView
        shape="list"
        query={orders}
        loading={t('loading')}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<Message art={ordersArt} title={t('noOrdersOfYours')} text={t('noOrdersOfYoursText')} />}
      >
        {() => (
          <>
            {running.length > 0 && <Section title={t('now')} orders={running} now={now} none="" />}
            <Section title={t('coming')} orders={coming} now={now} none={t('noneComing')} />
            <Section title={t('past')} orders={behind} now={now} none={t('nonePast')} />
            {hasNextPage && (
              <Center>
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  {t('showMore')}
                </Button>
              </Center>
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** A new order pushes others onto the next page, which repeats them. */
const onceEach = (pages: { rows: OrderDetails[] }[]): OrderDetails[] => [
  ...new Map(pages.flatMap(({ rows }) => rows).map((order) => [order.id, order])).values(),
]

type SectionProps = { title: string; orders: OrderDetails[]; now: number; none: string }

function Section({ title, orders, now, none }: SectionProps) {
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
            <OrderCard key={order.id} order={order} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}
