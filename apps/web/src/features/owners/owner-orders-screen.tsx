import { wallClock } from '@keyhour/contract/office-clock'
import { type OwnerOffice, OwnerOrderList } from '@keyhour/contract/owners'
import type { Language } from '@keyhour/contract/primitives'
import { Button, Group, Select, Stack, Tabs } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import {
  fetchOrdersFile,
  type OrdersView,
  ownerOrdersQuery,
  useOwnedOffices,
} from '#web/features/owners/api.ts'
import { OrderList } from '#web/features/owners/order-list.tsx'
import classes from '#web/features/owners/owners.module.css'
import { ordersView } from '#web/features/owners/rules.ts'
import ordersArt from '#web/pictures/empty-orders.svg'
import { localPlace } from '#web/texts/local-place.ts'
import { useView } from '#web/ui/address.ts'
import { saveFile } from '#web/ui/files.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function OwnerOrdersScreen() {
  const { t } = useTranslation('owners')
  const { office } = useOwnedOffices()
  const [{ space, ...view }, changeView] = useView(ordersView)
  const asked = { ...view, ...(space && { sub_office_id: Number(space) }) }
  const orders = useQuery(ownerOrdersQuery(office.id, asked))
  return (
    <Page title={t('links.orders')} wide>
      <Stack gap="md">
        <div className={classes.filters}>
          <Tabs value={view.list} onChange={(list) => changeView({ list: list as OwnerOrderList })}>
            <Tabs.List>
              {OwnerOrderList.options.map((list) => (
                <Tabs.Tab key={list} value={list}>
                  {t(`orders.list.${list}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          <Group gap="sm">
            <SpaceSelect office={office} value={space} onChange={(next) => changeView({ space: next })} />
            <ExportButton office={office} view={asked} />
          </Group>
        </div>
        <QueryView
          shape="table"
          query={orders}
          loading={t('orders.loading')}
          isEmpty={({ total }) => total === 0}
          empty={t(`orders.none.${view.list}`)}
          art={ordersArt}
        >
          {({ rows, total, isMore }) => (
            <>
              <SoftText role="status">
                {isMore ? t('orders.foundMore', { count: total }) : t('orders.found', { count: total })}
              </SoftText>
              <OrderList orders={rows} office={office} />
              <Pager
                total={total}
                isMore={isMore}
                page={view.page}
                pageSize={view.page_size}
                onTurn={(page) => changeView({ page })}
                onResize={(page_size) => changeView({ page_size })}
              />
            </>
          )}
        </QueryView>
      </Stack>
    </Page>
  )
}

type SelectProps = { office: OwnerOffice; value: string; onChange: (space: string) => void }

function SpaceSelect({ office, value, onChange }: SelectProps) {
  const { t } = useTranslation('owners')
  if (office.spaces.length < 2) return null
  return (
    <Select
      aria-label={t('calendar.space')}
      data={[
        { value: '', label: t('calendar.allSpaces') },
        ...office.spaces.map((space) => ({
          value: String(space.sub_office_id),
          label: localPlace(space).name,
        })),
      ]}
      value={value}
      onChange={(space) => onChange(space ?? '')}
      allowDeselect={false}
    />
  )
}

function ExportButton({ office, view }: { office: OwnerOffice; view: OrdersView }) {
  const { t, i18n } = useTranslation('owners')
  const download = useMutation({
    mutationFn: () => fetchOrdersFile(office.id, view, i18n.language as Language),
    onSuccess: (file) => saveFile(`keyhour-orders-${wallClock(nowMs(), office.time_zone).date}.csv`, file),
    onError: (error) => notifyFailure(error),
  })
  return (
    <Button
      leftSection={<IconDownload aria-hidden size={18} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('orders.export')}
    </Button>
  )
}
