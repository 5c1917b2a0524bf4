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
import { notify } from '#web/ui/notifications.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

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
  useAdminLists((name) => (name === tab ? search : FIRST_VIEW))

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
        <Suspense fallback={<PageLoader />}>
          <Content />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

/** Loads the lists that most tabs need. A hidden tab reports when its list fails. */
function useAdminLists(searchOf: (tab: TabName) => URLSearchParams): void {
  const { t } = useTranslation('admin')
  useFailureNotice(useQuery(usersQuery(usersView.read(searchOf('users')))), t('failedToFetch.users'))
  useFailureNotice(
    useQuery(adminOfficesQuery(officesView.read(searchOf('offices')))),
    t('failedToFetch.offices'),
  )
  useFailureNotice(useQuery(devicesQuery(doorsView.read(searchOf('doors')))), t('failedToFetch.devices'))
  useFailureNotice(
    useQuery(homeAssistantsQuery(doorsView.read(searchOf('homeAssistants')))),
    t('failedToFetch.homeAssistants'),
  )
}

function useFailureNotice({ error, errorUpdatedAt }: UseQueryResult<unknown>, message: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure is told once
  useEffect(() => {
    if (error) notify(message, 'error')
  }, [errorUpdatedAt])
}
