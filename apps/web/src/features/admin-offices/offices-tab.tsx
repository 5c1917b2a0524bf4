import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import { Button, Stack } from '@mantine/core'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'
import { adminOfficesQuery } from '#web/features/admin-offices/api.ts'
import { OfficeCards } from '#web/features/admin-offices/office-cards.tsx'
import { OfficeForm } from '#web/features/admin-offices/office-form.tsx'
import classes from '#web/features/admin-offices/offices.module.css'
import { type OfficeListProps, OfficesTable } from '#web/features/admin-offices/offices-table.tsx'
import {
  type RowHandlers,
  RowHandlersContext,
  useRowChanges,
} from '#web/features/admin-offices/row-actions.tsx'
import { NOTHING_OPENED, type OfficesView, officesView } from '#web/features/admin-offices/rules.ts'
import { SubOfficeForm } from '#web/features/admin-offices/sub-office-form.tsx'
import { ALL_OFFICES } from '#web/features/offices/api.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { type How, useView } from '#web/ui/address.ts'
import { ListHead } from '#web/ui/list-head.tsx'
import { Message } from '#web/ui/message.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Form =
  | { of: 'office'; office: AdminOffice | null }
  | { of: 'sub-office'; office: AdminOffice; space: SubOffice | null }

export function OfficesTab() {
  const { t } = useTranslation('admin-offices')
  const [view, setView] = useView(officesView)
  const offices = useQuery(adminOfficesQuery(view))
  const [form, setForm] = useState<Form | null>(null)
  const [opened, setOpened] = useState(NOTHING_OPENED)
  const changes = useRowChanges()
  const queryClient = useQueryClient()
  useAdminChanges('offices', () => void queryClient.invalidateQueries({ queryKey: ALL_OFFICES }))
  useExistingPage(offices, view, setView)

  /** Turning a page adds a step to the browser's history; typing in a search does not. */
  const changeView = (change: Partial<OfficesView>) =>
    setView(change, { replace: 'q' in change || 'name' in change || 'wifi_name' in change })

  /** Another search finds sub-offices in other offices, which open automatically. */
  function searchFor(q: string) {
    setOpened(({ all }) => ({ all, byId: {} }))
    changeView({ q })
  }

  const handlers = useMemo<RowHandlers>(
    () => ({
      ...changes,
      edit: ({ office, space }) =>
        setForm(space ? { of: 'sub-office', office, space } : { of: 'office', office }),
      addSpace: ({ office }) => {
        if (office.deleted_at !== null) return notify(t('action.noOffice'), 'error')
        setForm({ of: 'sub-office', office, space: null })
        setOpened((opened) => ({ ...opened, byId: { ...opened.byId, [office.id]: true } }))
      },
    }),
    [changes, t],
  )

  return (
    <Stack gap="md" className={classes.tab}>
      <ListHead
        title={t('table.title')}
        add={t('table.addOffice')}
        onAdd={() => setForm({ of: 'office', office: null })}
        searchLabel={t('table.searchLabel')}
        placeholder={t('table.search')}
        q={view.q}
        onSearch={searchFor}
      />
      <RowHandlersContext value={handlers}>
        <OfficeList query={offices} view={view} onView={changeView} opened={opened} onOpen={setOpened} />
      </RowHandlersContext>
      {form?.of === 'office' && <OfficeForm office={form.office} onClose={() => setForm(null)} />}
      {form?.of === 'sub-office' && (
        <SubOfficeForm office={form.office} space={form.space} onClose={() => setForm(null)} />
      )}
    </Stack>
  )
}

type Offices = UseQueryResult<ListPage<AdminOffice[]>>

/** Shows the last page if this one no longer exists, after a deletion or in an old link. */
function useExistingPage(
  offices: Offices,
  view: OfficesView,
  setView: (change: Partial<OfficesView>, how: How) => void,
): void {
  const last = Math.max(1, Math.ceil((offices.data?.total ?? 0) / view.page_size))
  const isPastEnd = offices.isSuccess && !offices.isPlaceholderData && view.page > last
  useEffect(() => {
    if (isPastEnd) setView({ page: last }, { replace: true })
  })
}

type ListProps = Pick<OfficeListProps, 'view' | 'onView' | 'opened' | 'onOpen'> & { query: Offices }

function OfficeList({ query, view, onView, opened, onOpen }: ListProps) {
  const { t } = useTranslation('admin-offices')
  const List = useIsPhone() ? OfficeCards : OfficesTable
  return (
    <QueryView
      shape="table"
      query={query}
      failure={t('table.failedToFetch')}
      isEmpty={({ total }) => total === 0 && !officesView.isFiltered(view)}
      empty={t('table.none')}
      art={searchArt}
    >
      {({ rows, total }) => (
        <div className={classes.list} aria-busy={query.isPlaceholderData}>
          <List
            offices={rows}
            view={view}
            onView={onView}
            opened={opened}
            onOpen={onOpen}
            found={<SoftText role="status">{t('table.found', { count: total })}</SoftText>}
            nothing={
              <Message
                art={searchArt}
                title={t('table.noMatch')}
                action={<Button onClick={() => onView(officesView.unfiltered)}>{t('table.showAll')}</Button>}
              />
            }
          />
          <Pager
            total={total}
            page={view.page}
            pageSize={view.page_size}
            onTurn={(page) => onView({ page })}
            onResize={(page_size) => onView({ page_size })}
          />
        </div>
      )}
    </QueryView>
  )
}
