import type { HomeAssistant } from '@keyhour/contract/hubs'
import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import classes from '#web/features/access/access.module.css'
import { HUB_LISTS, homeAssistantsQuery } from '#web/features/access/api.ts'
import { HubActions } from '#web/features/access/hub-actions.tsx'
import { HubForm } from '#web/features/access/hub-form.tsx'
import { HubImport } from '#web/features/access/hub-import.tsx'
import { HubName } from '#web/features/access/hub-name.tsx'
import { useOfficeName } from '#web/features/access/office-select.tsx'
import { RecordList } from '#web/features/access/record-list.tsx'
import { doorsView } from '#web/features/access/rules.ts'
import { useView } from '#web/ui/address.ts'
import { ListHead } from '#web/ui/list-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

type Open = { as: 'form'; hub: HomeAssistant | null } | { as: 'import'; hub: HomeAssistant } | null

export function HomeAssistantsTab() {
  const { t } = useTranslation('access')
  const [view, changeView] = useView(doorsView)
  const hubs = useQuery(homeAssistantsQuery(view))
  const queryClient = useQueryClient()
  useAdminChanges('home_assistants', () => void queryClient.invalidateQueries({ queryKey: HUB_LISTS }))
  const officeName = useOfficeName()
  const [open, setOpen] = useState<Open>(null)
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
          <RecordList
            caption={t('homeAssistants')}
            rows={rows}
            name={{ key: 'url', heading: t('column.url'), cell: (hub) => <HubName hub={hub} /> }}
            facts={[
              {
                key: 'office',
                heading: t('column.office'),
                cell: ({ office_id }) => <bdi>{officeName(office_id)}</bdi>,
              },
            ]}
            actions={(hub) => (
              <HubActions
                hub={hub}
                onEdit={() => setOpen({ as: 'form', hub })}
                onImport={() => setOpen({ as: 'import', hub })}
              />
            )}
          />
        )}
      </PagedList>
      <HubForm opened={open?.as === 'form'} hub={open?.hub ?? null} onClose={close} />
      <HubImport hub={open?.as === 'import' ? open.hub : null} onClose={close} />
    </Stack>
  )
}
