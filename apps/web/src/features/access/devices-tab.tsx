import type { Device } from '@keyhour/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#web/features/access/api.ts'
import { nameOfOffice } from '#web/features/access/rules.ts'
import { officesQuery } from '#web/features/offices/api.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListTab } from '#web/ui/list-tab.tsx'

export function DevicesTab() {
  const { t } = useTranslation('access')
  const devices = useQuery(devicesQuery)
  const { data: offices = [] } = useQuery(officesQuery)
  const columns: Column<Device>[] = [
    { key: 'id', heading: t('column.number'), cell: ({ id }) => id, numeric: true },
    { key: 'name', heading: t('column.name'), cell: ({ name }) => name },
    {
      key: 'office',
      heading: t('column.office'),
      cell: ({ office_id }) => nameOfOffice(offices, office_id) ?? t('unknownOffice'),
    },
    { key: 'ha', heading: t('column.homeAssistantId'), cell: (device) => device.home_assistant_id },
    { key: 'type', heading: t('column.type'), cell: ({ type }) => type },
    {
      key: 'created',
      heading: t('column.createdAt'),
      cell: ({ createdAt }) => formatShortDay(createdAt, viewerZone()),
    },
  ]
  return (
    <ListTab
      title={t('doors')}
      query={devices}
      columns={columns}
      rowKey={({ id }) => id}
      isDeleted={({ deleted_at }) => deleted_at !== null}
      failure={t('failedToFetchDevices')}
      empty={t('noDevices')}
    />
  )
}
