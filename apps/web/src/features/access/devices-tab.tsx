import type { Device } from '@keyhour/contract/access'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#web/features/access/api.ts'
import { nameOfOffice } from '#web/features/access/rules.ts'
import { officesQuery } from '#web/features/offices/api.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

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
    <Stack gap="md">
      <Title order={1} size="h2">
        {t('doors')}
      </Title>
      <QueryView
        query={devices}
        failure={t('failedToFetchDevices')}
        isEmpty={({ length }) => length === 0}
        empty={t('noDevices')}
      >
        {(rows) => (
          <DataTable
            caption={t('doors')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isDeleted={({ deleted_at }) => deleted_at !== null}
          />
        )}
      </QueryView>
    </Stack>
  )
}
