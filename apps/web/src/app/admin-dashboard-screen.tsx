import { Tabs } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import classes from '#web/app/admin-dashboard.module.css'
import { devicesQuery, homeAssistantsQuery } from '#web/features/access/api.ts'
import { doorsView } from '#web/features/access/rules.ts'
import { adminOfficesQuery } from '#web/features/admin-offices/api.ts'
import { officesView } from '#web/features/admin-offices/rules.ts'
import { usersQuery } from '#web/features/admin-users/api.ts'
import { usersView } from '#web/features/admin-users/rules.ts'
import { DocumentTitle } from '#web/ui/document-title.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { useToldOnce } from '#web/ui/outage.ts'

const TABS = {
  users: lazyPart('UsersPart', () => import('#web/app/users-part.tsx')),
  offices: lazyPart('OfficesTab', () => import('#web/features/admin-offices/offices-tab.tsx')),
  doors: lazyPart('DevicesTab', () => import('#web/features/access/devices-tab.tsx')),
  homeAssistants: lazyPart('HomeAssistantsTab', () => import('#web/features/access/home-assistants-tab.tsx')),
  allOrders: lazyPart('AllOrdersTab', () => import('#web/features/all-orders/all-orders-tab.tsx')),
  insight: lazyPart('InsightTab', () => import('#web/features/insight/insight-tab.tsx')),
  creditPacks: lazyPart('CreditPacksTab', () => import('#web/features/credits/credit-packs-tab.tsx')),
  payments: lazyPart('PaymentsTab', () => import('#web/features/payments/payments-tab.tsx')),
} satisfies Record<string, ComponentType>

type TabName = keyof typeof TABS
const NAMES = Object.keys(TABS) as TabName[]
/** A list on a hidden tab is loaded from its first page. */
const FIRST_VIEW = new URLSearchParams()
const isTab = (name: string | null): name is TabName => NAMES.includes(name as TabName)

export function AdminDashboardScreen() {
  const { t } = useTranslation('admin')
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  const tab = isTab(named) ? named : 'users'
  const Content = TABS[tab]
  useAdminLists(tab, search)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be out of view
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])

  return (
    <Tabs value={tab} onChange={(name) => setSearch({ tab: name ?? 'users' })} keepMounted={false} p="lg">
      <DocumentTitle title={t(`tab.${tab}`)} />
      <Tabs.List ref={list} className={classes.tabs} aria-label={t('adminDashboard')}>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Suspense fallback={<LoadingShape shape="table" />}>
          <Content />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

const LISTS = ['users', 'offices', 'doors', 'homeAssistants'] as const satisfies TabName[]

/** Loads the lists that most tabs need. Those of hidden tabs are reported together when they fail. */
function useAdminLists(open: TabName, search: URLSearchParams): void {
  const { t } = useTranslation('admin')
  const searchOf = (tab: TabName) => (tab === open ? search : FIRST_VIEW)
  const lists: Record<(typeof LISTS)[number], UseQueryResult<unknown>> = {
    users: useQuery(usersQuery(usersView.read(searchOf('users')))),
    offices: useQuery(adminOfficesQuery(officesView.read(searchOf('offices')))),
    doors: useQuery(devicesQuery(doorsView.read(searchOf('doors')))),
    homeAssistants: useQuery(homeAssistantsQuery(doorsView.read(searchOf('homeAssistants')))),
  }
  const isToldOnce = useToldOnce()
  const failed = LISTS.filter((name) => name !== open && lists[name].error && !isToldOnce(lists[name].error))
  // Each new failure is told once.
  const occasion = failed.map((name) => `${name} ${lists[name].errorUpdatedAt}`).join()
  const isComplete = LISTS.every((name) => !lists[name].isFetching)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another failure is worth telling
  useEffect(() => {
    if (failed.length > 0 && isComplete)
      notify(failed.map((name) => t(`failedToFetch.${name}`)).join(' '), 'error')
  }, [occasion, isComplete])
}
