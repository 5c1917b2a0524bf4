import ordersArt from 'virtual:picture/empty-orders'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { CallError } from '#web/api/call.ts'
import classes from '#web/features/admin-orders/admin-orders.module.css'
import { AllOrdersCards } from '#web/features/admin-orders/all-orders-cards.tsx'
import { AllOrdersTable } from '#web/features/admin-orders/all-orders-table.tsx'
import { allOrdersQuery, reasonOf } from '#web/features/admin-orders/api.ts'
import { ExportMenu } from '#web/features/admin-orders/export-menu.tsx'
import { FiltersPanel } from '#web/features/admin-orders/filters-panel.tsx'
import {
  activeFilters,
  currenciesBehindSign,
  NO_FILTERS,
  type OrdersWish,
  readWish,
  writeWish,
} from '#web/features/admin-orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { type How, useAddress } from '#web/ui/address.ts'
import { Message } from '#web/ui/message.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'

export function AllOrdersTab() {
  const { t } = useTranslation('admin-orders')
  const [search, setSearch] = useAddress()
  const wish = readWish(search)
  const orders = useQuery(allOrdersQuery(wish))
  const currencies = currenciesBehindSign(orders.data?.rows ?? [])
  const [isRefreshing, setRefreshing] = useState(false)
  const { pathname } = useLocation()
  const isPhone = useIsPhone()
  const list = useRef<HTMLDivElement>(null)

  const wishFor = (change: Partial<OrdersWish>, how?: How) =>
    setSearch((address) => writeWish(address, change), how)

  async function refresh() {
    setRefreshing(true)
    await orders.refetch()
    setRefreshing(false)
  }

  // A page that is gone, such as after a filter or in an old link.
  const isPastEnd = orders.isSuccess && !orders.isPlaceholderData && orders.data.rows.length === 0
  useEffect(() => {
    if (isPastEnd && wish.page > 1) setSearch((address) => writeWish(address, { page: 1 }), { replace: true })
  })

  /** Who turns a page at its end reads the next one from its beginning. */
  function turnTo(page: number) {
    wishFor({ page })
    if (isPhone) list.current?.scrollIntoView({ block: 'start' })
    else list.current?.querySelector('table')?.parentElement?.scrollTo({ top: 0 })
  }

  const List = isPhone ? AllOrdersCards : AllOrdersTable
  return (
    <Stack gap="md" className={classes.tab}>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('officeClocks')}
            {currencies.length > 0 && ` ${t('officeCurrencies', { currencies: currencies.join(', ') })}`}
          </Text>
        </div>
        <Group gap="sm">
          <Button
            leftSection={<IconRefresh aria-hidden size={18} />}
            onClick={() => void refresh()}
            loading={isRefreshing}
          >
            {t('refresh')}
          </Button>
          <ExportMenu filters={wish} found={orders.data} />
        </Group>
      </Group>
      <FiltersPanel filters={wish} onFilter={wishFor} />
      <QueryView
        query={orders}
        loading={t('loading')}
        emptiedOnError
        failure={(error) => t('failedToLoad', { message: reasonOf(error, t) })}
        failureText={saidByServer}
        isEmpty={({ total }) => total === 0}
        empty={
          <Message
            art={ordersArt}
            title={t('none')}
            action={
              activeFilters(wish).length > 0 && (
                <Button onClick={() => wishFor(NO_FILTERS)}>{t('filters.reset')}</Button>
              )
            }
          />
        }
      >
        {({ rows, total, isMore }) => (
          <div ref={list} className={classes.list} aria-busy={orders.isPlaceholderData}>
            <Text size="sm" c="dimmed" role="status">
              {isMore
                ? t('foundMore', { total: total.toLocaleString('en-US') })
                : t('found', { count: total, total: total.toLocaleString('en-US') })}
            </Text>
            <List orders={rows} list={`${pathname}?${search}`} wish={wish} onWish={wishFor} />
            <Pager
              total={total}
              isMore={isMore}
              page={wish.page}
              pageSize={wish.page_size}
              onTurn={turnTo}
              onResize={(page_size) => wishFor({ page_size })}
            />
          </div>
        )}
      </QueryView>
    </Stack>
  )
}

function saidByServer(error: Error): string | undefined {
  const said = error instanceof CallError ? error.body?.detail : undefined
  return typeof said === 'string' ? serverText(said) : undefined
}
