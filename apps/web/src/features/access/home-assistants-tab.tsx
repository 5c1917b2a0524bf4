import type { HomeAssistant } from '@keyhour/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { homeAssistantsQuery } from '#web/features/access/api.ts'
import { nameOfOffice } from '#web/features/access/rules.ts'
import { officesQuery } from '#web/features/offices/api.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListTab } from '#web/ui/list-tab.tsx'

export function HomeAssistantsTab() {
  const { t } = useTranslation('access')
  const hubs = useQuery(homeAssistantsQuery)
  const { data: offices = [] } = useQuery(officesQuery)
  const columns: Column<HomeAssistant>[] = [
    { key: 'id', heading: t('column.number'), cell: ({ id }) => id, numeric: true },
    { key: 'url', heading: t('column.url'), cell: ({ url }) => url },
    {
      key: 'office',
      heading: t('column.office'),
      cell: ({ office_id }) => nameOfOffice(offices, office_id) ?? t('unknownOffice'),
    },
    {
      key: 'created',
      heading: t('column.createdAt'),
      cell: ({ createdAt }) => formatShortDay(createdAt, viewerZone()),
    },
  ]
  return (
    <ListTab
      title={t('homeAssistants')}
      query={hubs}
      columns={columns}
      rowKey={({ id }) => id}
      failure={t('failedToFetchHomeAssistants')}
      empty={t('noHomeAssistants')}
    />
  )
}
