import type { HomeAssistant } from '@keyhour/contract/hubs'
import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import classes from '#web/features/access/access.module.css'
import { HUB_LISTS, homeAssistantsQuery } from '#web/features/access/api.ts'
import { HubActions, type HubActionsProps } from '#web/features/access/hub-actions.tsx'
import { HubForm } from '#web/features/access/hub-form.tsx'
import { HubImport } from '#web/features/access/hub-import.tsx'
import { HubName } from '#web/features/access/hub-name.tsx'
import { useOfficeName } from '#web/features/access/office-select.tsx'
import { doorsView } from '#web/features/access/rules.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListHead } from '#web/ui/list-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Open = { as: 'form'; hub: HomeAssistant | null } | { as: 'import'; hub: HomeAssistant } | null

export function HomeAssistantsTab() {
  const { t } = useTranslation('access')
  const [view, changeView] = useView(doorsView)
  const hubs = useQuery(homeAssistantsQuery(view))
  const queryClient = useQueryClient()
  useAdminChanges('home_assistants', () => void queryClient.invalidateQueries({ queryKey: HUB_LISTS }))
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<Open>(null)

  const List = isPhone ? HubCards : HubsTable
  const close = () => setOpen(null)

  return (
    <Stack gap="md" className={classes.tab}>
      <ListHead
        title={t('homeAssistants')}
        add={t('hub.add')}
        onAdd={() => setOpen({ as: 'form', hub: null })}
        searchLabel={t('hub.searchLabel')}
        placeholder={t('hub.search')}
        q={view.q}
        onSearch={(q) => changeView({ q }, { replace: true })}
      />
      <PagedList
        query={hubs}
        view={view}
        onView={changeView}
        failure={t('failedToFetchHomeAssistants')}
        empty={t(view.q ? 'hub.noneFound' : 'noHomeAssistants')}
        found={(count) => t('hub.found', { count })}
      >
        {(rows) => (
          <List
            hubs={rows}
            onEdit={(hub) => setOpen({ as: 'form', hub })}
            onImport={(hub) => setOpen({ as: 'import', hub })}
          />
        )}
      </PagedList>
      <HubForm opened={open?.as === 'form'} hub={open?.hub ?? null} onClose={close} />
      <HubImport hub={open?.as === 'import' ? open.hub : null} onClose={close} />
    </Stack>
  )
}

type ListProps = HubActionsProps & { hubs: HomeAssistant[] }

function HubsTable({ hubs, ...actions }: ListProps) {
  const { t } = useTranslation('access')
  const officeName = useOfficeName()
  const columns: Column<HomeAssistant>[] = [
    { key: 'id', heading: t('column.number'), cell: ({ id }) => id, numeric: true },
    { key: 'url', heading: t('column.url'), cell: (hub) => <HubName hub={hub} /> },
    { key: 'office', heading: t('column.office'), cell: ({ office_id }) => officeName(office_id) },
    {
      key: 'created',
      heading: t('column.createdAt'),
      cell: ({ createdAt }) => formatShortDay(createdAt, viewerZone()),
    },
    {
      key: 'actions',
      heading: t('column.actions'),
      cell: (hub) => <HubActions hub={hub} {...actions} />,
    },
  ]
  return <DataTable caption={t('homeAssistants')} columns={columns} rows={hubs} rowKey={({ id }) => id} />
}

/** For phones. */
function HubCards({ hubs, ...actions }: ListProps) {
  const { t } = useTranslation('access')
  const officeName = useOfficeName()
  return (
    <ul className={classes.cards} aria-label={t('homeAssistants')}>
      {hubs.map((hub) => (
        <li key={hub.id} className={classes.card}>
          <HubName hub={hub} />
          <dl className={classes.facts}>
            <dt>{t('column.number')}</dt>
            <dd>{hub.id}</dd>
            <dt>{t('column.office')}</dt>
            <dd>
              <bdi>{officeName(hub.office_id)}</bdi>
            </dd>
            <dt>{t('column.createdAt')}</dt>
            <dd>{formatShortDay(hub.createdAt, viewerZone())}</dd>
          </dl>
          <HubActions hub={hub} {...actions} />
        </li>
      ))}
    </ul>
  )
}
