import searchArt from 'virtual:picture/empty-search'
import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import { ALL_OFFICES, adminOfficesQuery } from '#web/features/admin-offices/api.ts'
import { OfficeCards } from '#web/features/admin-offices/office-cards.tsx'
import { OfficeForm } from '#web/features/admin-offices/office-form.tsx'
import classes from '#web/features/admin-offices/offices.module.css'
import { OfficesTable } from '#web/features/admin-offices/offices-table.tsx'
import { type RowWork, RowWorkContext, useRowActs } from '#web/features/admin-offices/row-work.ts'
import {
  EVERYTHING,
  isNarrowed,
  NOTHING_OPENED,
  type OfficesWish,
  readWish,
  writeWish,
} from '#web/features/admin-offices/rules.ts'
import { SubOfficeForm } from '#web/features/admin-offices/sub-office-form.tsx'
import { useAddress } from '#web/ui/address.ts'
import { ListHead } from '#web/ui/list-head.tsx'
import { Message } from '#web/ui/message.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** What is open above the list. */
type Form =
  | { of: 'office'; office: AdminOffice | null }
  | { of: 'sub-office'; office: AdminOffice; space: SubOffice | null }

export function OfficesTab() {
  const { t } = useTranslation('admin-offices')
  const [search, setSearch] = useAddress()
  const wish = readWish(search)
  const offices = useQuery(adminOfficesQuery(wish))
  const isPhone = useIsPhone()
  const [form, setForm] = useState<Form | null>(null)
  const [opened, setOpened] = useState(NOTHING_OPENED)
  const acts = useRowActs()
  const queryClient = useQueryClient()
  useAdminChanges('offices', () => void queryClient.invalidateQueries({ queryKey: ALL_OFFICES }))

  // A page that is gone, such as after a deletion or in an old link.
  const last = Math.max(1, Math.ceil((offices.data?.total ?? 0) / wish.page_size))
  const isPastEnd = offices.isSuccess && !offices.isPlaceholderData && wish.page > last
  useEffect(() => {
    if (isPastEnd) setSearch((address) => writeWish(address, { page: last }), { replace: true })
  })

  /** Each turn of a page is a step back; each letter of a search is not. */
  const wishFor = (change: Partial<OfficesWish>) =>
    setSearch((address) => writeWish(address, change), {
      replace: 'q' in change || 'name' in change || 'wifi_name' in change,
    })

  /** What was opened and closed before was so for another search. */
  function searchFor(q: string) {
    setOpened(({ all }) => ({ all, byId: {} }))
    wishFor({ q })
  }

  const work = useMemo<RowWork>(
    () => ({
      ...acts,
      edit: ({ office, space }) =>
        setForm(space ? { of: 'sub-office', office, space } : { of: 'office', office }),
      addSpace: ({ office }) => {
        if (office.deleted_at !== null) return notify(t('action.noOffice'), 'error')
        setForm({ of: 'sub-office', office, space: null })
        setOpened((opened) => ({ ...opened, byId: { ...opened.byId, [office.id]: true } }))
      },
    }),
    [acts, t],
  )

  const List = isPhone ? OfficeCards : OfficesTable
  return (
    <Stack gap="md" className={classes.tab}>
      <ListHead
        title={t('table.title')}
        add={t('table.addOffice')}
        onAdd={() => setForm({ of: 'office', office: null })}
        searchLabel={t('table.searchLabel')}
        placeholder={t('table.search')}
        q={wish.q}
        onSearch={searchFor}
      />
      <RowWorkContext value={work}>
        <QueryView
          query={offices}
          failure={t('table.failedToFetch')}
          isEmpty={({ total }) => total === 0 && !isNarrowed(wish)}
          empty={t('table.none')}
          art={searchArt}
        >
          {({ rows, total }) => (
            <div className={classes.list} aria-busy={offices.isPlaceholderData}>
              <List
                offices={rows}
                wish={wish}
                onWish={wishFor}
                opened={opened}
                onOpen={setOpened}
                found={
                  <Text size="sm" c="dimmed" role="status">
                    {t('table.found', { count: total })}
                  </Text>
                }
                nothing={
                  <Message
                    art={searchArt}
                    title={t('table.noMatch')}
                    action={<Button onClick={() => wishFor(EVERYTHING)}>{t('table.showAll')}</Button>}
                  />
                }
              />
              <Pager
                total={total}
                page={wish.page}
                pageSize={wish.page_size}
                onTurn={(page) => wishFor({ page })}
                onResize={(page_size) => wishFor({ page_size })}
              />
            </div>
          )}
        </QueryView>
      </RowWorkContext>
      {form?.of === 'office' && <OfficeForm office={form.office} onClose={() => setForm(null)} />}
      {form?.of === 'sub-office' && (
        <SubOfficeForm office={form.office} space={form.space} onClose={() => setForm(null)} />
      )}
    </Stack>
  )
}
