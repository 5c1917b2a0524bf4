import type { DashboardOffice } from '@keyhour/contract/orders-dashboard'
import { Checkbox, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#web/api/call.ts'
import { ChoiceTitle } from '#web/features/orders-dashboard/choice-title.tsx'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { Panel } from '#web/features/orders-dashboard/panel.tsx'
import { PanelView } from '#web/features/orders-dashboard/panel-view.tsx'
import type { OfficesInUseView } from '#web/features/orders-dashboard/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { ChoiceList } from '#web/ui/choice-list.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  query: UseQueryResult<ListPage<DashboardOffice[]>>
  view: OfficesInUseView
  chosen: number | null
  hidden: boolean
  onView: (change: Partial<OfficesInUseView>) => void
  onTurn: (page: number) => void
  onChoose: (id: number) => void
}

export function OfficesPanel({ query, view, chosen, hidden, onView, onTurn, onChoose }: Props) {
  const { t } = useTranslation('orders-dashboard')
  const isSearched = view.q !== '' || view.in_use
  return (
    <Panel title={t('offices')} of={query.data && t('count', { count: query.data.total })} hidden={hidden}>
      <div className={classes.search}>
        <SearchBox
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          q={view.q}
          onSearch={(q) => onView({ q })}
        />
        <Checkbox
          label={t('inUse')}
          checked={view.in_use}
          onChange={({ currentTarget }) => onView({ in_use: currentTarget.checked })}
        />
      </div>
      <PanelView
        query={query}
        loading={t('loadingOffices')}
        failure={t('failedToLoadOffices')}
        isEmpty={({ total }) => total === 0}
        empty={isSearched ? t('noOfficeFound') : t('noOffices')}
      >
        {({ rows, total }) => (
          <>
            <div className={classes.list}>
              <ChoiceList
                label={t('offices')}
                rows={rows}
                keyOf={({ id }) => id}
                chosen={chosen}
                onChoose={({ id }) => onChoose(id)}
              >
                {(office) => <OfficeChoice office={office} />}
              </ChoiceList>
            </div>
            <div className={classes.pager}>
              <Pager total={total} page={view.page} pageSize={view.page_size} onTurn={onTurn} />
            </div>
          </>
        )}
      </PanelView>
    </Panel>
  )
}

function OfficeChoice({ office }: { office: DashboardOffice }) {
  const { t } = useTranslation('orders-dashboard')
  const { name, address, capacity, active_orders } = localPlace(office)
  return (
    <>
      <ChoiceTitle name={name} activeOrders={active_orders} />
      <SoftText>
        <bdi>{address}</bdi>
      </SoftText>
      <Text size="sm">{t('capacity', { capacity: capacity ?? t('notAvailable') })}</Text>
    </>
  )
}
