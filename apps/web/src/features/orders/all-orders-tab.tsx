import ordersArt from 'virtual:picture/empty-orders'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AllOrdersTable } from '#web/features/orders/all-orders-table.tsx'
import { allOrdersQuery } from '#web/features/orders/api.ts'
import classes from '#web/features/orders/orders.module.css'
import { type Paging, readPaging, writePaging } from '#web/features/orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function AllOrdersTab() {
  const { t } = useTranslation('orders')
  const [search, setSearch] = useSearchParams()
  const { page, pageSize } = readPaging(search)
  const orders = useQuery(allOrdersQuery(page, pageSize))

  const turnTo = (paging: Paging) => setSearch((address) => writePaging(address, paging))

  return (
    <Stack gap="md" className={classes.paged}>
      <Group justify="space-between">
        <Stack gap={4}>
          <Title order={1} size="h2">
            {t('allOrders')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('officeClocks')}
          </Text>
        </Stack>
        <Button onClick={() => void orders.refetch()} loading={orders.isRefetching}>
          {t('refresh')}
        </Button>
      </Group>
      <QueryView
        query={orders}
        loading={t('loading')}
        emptiedOnError
        failure={({ message }) => t('failedToLoad', { message: serverText(message) })}
        isEmpty={({ total }) => total === 0}
        empty={t('none')}
        art={ordersArt}
      >
        {({ rows, total }) => (
          <>
            <AllOrdersTable orders={rows} />
            <Pager
              total={total}
              page={page}
              pageSize={pageSize}
              onTurn={(number) => turnTo({ page: number, pageSize })}
              onResize={(size) => turnTo({ page: 1, pageSize: size })}
            />
          </>
        )}
      </QueryView>
    </Stack>
  )
}
