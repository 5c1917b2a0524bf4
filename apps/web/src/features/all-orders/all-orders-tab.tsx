import type { AdminOrder } from '@keyhour/contract/all-orders'
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { CallError, type ListPage } from '#web/api/call.ts'
import classes from '#web/features/all-orders/all-orders.module.css'
import { AllOrdersCards } from '#web/features/all-orders/all-orders-cards.tsx'
import { AllOrdersTable } from '#web/features/all-orders/all-orders-table.tsx'
import { allOrdersQuery, reasonOf } from '#web/features/all-orders/api.ts'
import { ExportMenu } from '#web/features/all-orders/export-menu.tsx'
import { FiltersPanel } from '#web/features/all-orders/filters-panel.tsx'
import {
  type AllOrdersView,
  activeFilters,
  NO_FILTERS,
  readOrdersView,
  writeOrdersView,
} from '#web/features/all-orders/rules.ts'
import ordersArt from '#web/pictures/empty-orders.svg'
import { serverText } from '#web/texts/i18n.ts'
import { type How, useAddress } from '#web/ui/address.ts'
import { Message } from '#web/ui/message.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function AllOrdersTab() {
  const { t } = useTranslation('admin-orders')
  const [search, setSearch] = useAddress()
  const { pathname } = useLocation()
  const view = readOrdersView(search)
  const orders = useQuery(allOrdersQuery(view))

  const changeView = (change: Partial<AllOrdersView>, how?: How) =>
    setSearch((address) => writeOrdersView(address, change), how)

  // The page may not exist: in an old link, or after a filter.
  const isPastEnd = orders.isSuccess && !orders.isPlaceholderData && orders.data.rows.length === 0
  useEffect(() => {
    if (isPastEnd && view.page > 1) changeView({ page: 1 }, { replace: true })
  })

  return (
    <Stack gap="md" className={classes.tab}>
      <Head orders={orders} view={view} />
      <FiltersPanel filters={view} onFilter={changeView} />
      <QueryView
        shape="table"
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
              activeFilters(view).length > 0 && (
                <Button onClick={() => changeView(NO_FILTERS)}>{t('filters.reset')}</Button>
              )
            }
          />
        }
      >
        {(page) => (
          <Listed
            page={page}
            isStale={orders.isPlaceholderData}
            address={`${pathname}?${search}`}
            view={view}
            onView={changeView}
          />
        )}
      </QueryView>
    </Stack>
  )
}

type OrdersPage = ListPage<AdminOrder[]>
type Orders = UseQueryResult<OrdersPage>

function Head({ orders, view }: { orders: Orders; view: AllOrdersView }) {
  const { t } = useTranslation('admin-orders')
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh() {
    setRefreshing(true)
    await orders.refetch()
    setRefreshing(false)
  }

  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <SoftText>{t('officeClocks')}</SoftText>
      </div>
      <Group gap="sm">
        <Button
          leftSection={<IconRefresh aria-hidden size={18} />}
          onClick={() => void refresh()}
          loading={isRefreshing}
        >
          {t('refresh')}
        </Button>
        <ExportMenu view={view} found={orders.data} />
      </Group>
    </Group>
  )
}

type ListedProps = {
  page: OrdersPage
  isStale: boolean
  address: string
  view: AllOrdersView
  onView: (change: Partial<AllOrdersView>) => void
}

function Listed({ page: { rows, total, isMore }, isStale, address, view, onView }: ListedProps) {
  const { t } = useTranslation('admin-orders')
  const isPhone = useIsPhone()
  const list = useRef<HTMLDivElement>(null)
  const List = isPhone ? AllOrdersCards : AllOrdersTable

  function turnTo(next: number) {
    onView({ page: next })
    if (isPhone) list.current?.scrollIntoView({ block: 'start' })
    else list.current?.querySelector('table')?.parentElement?.scrollTo({ top: 0 })
  }

  return (
    <div ref={list} className={classes.list} aria-busy={isStale}>
      <SoftText role="status">
        {isMore
          ? t('foundMore', { total: total.toLocaleString('en-US') })
          : t('found', { count: total, total: total.toLocaleString('en-US') })}
      </SoftText>
      <List orders={rows} list={address} view={view} onView={onView} />
      <Pager
        total={total}
        isMore={isMore}
        page={view.page}
        pageSize={view.page_size}
        onTurn={turnTo}
        onResize={(page_size) => onView({ page_size })}
      />
    </div>
  )
}

function saidByServer(error: Error): string | undefined {
  const said = error instanceof CallError ? error.body?.detail : undefined
  return typeof said === 'string' ? serverText(said) : undefined
}
