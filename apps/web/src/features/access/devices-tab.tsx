import type { Device } from '@keyhour/contract/access'
import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import classes from '#web/features/access/access.module.css'
import { DEVICE_LISTS, devicesQuery } from '#web/features/access/api.ts'
import { DeviceActions } from '#web/features/access/device-actions.tsx'
import { DeviceForm } from '#web/features/access/device-form.tsx'
import { DeviceName } from '#web/features/access/device-name.tsx'
import { DoorSpaces } from '#web/features/access/door-spaces.tsx'
import { RecordList } from '#web/features/access/record-list.tsx'
import { doorsView } from '#web/features/access/rules.ts'
import { StuckCodes } from '#web/features/access/stuck-codes.tsx'
import { useView } from '#web/ui/address.ts'
import { ListHead } from '#web/ui/list-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

/** Null while the form is closed; `device` is null for a new door. */
type Open = { device: Device | null } | null

export function DevicesTab() {
  const { t } = useTranslation('access')
  const [view, changeView] = useView(doorsView)
  const devices = useQuery(devicesQuery(view))
  const queryClient = useQueryClient()
  useAdminChanges('devices', () => void queryClient.invalidateQueries({ queryKey: DEVICE_LISTS }))
  const [open, setOpen] = useState<Open>(null)

  return (
    <Stack gap="md" className={classes.tab}>
      <ListHead
        title={t('doors')}
        add={t('device.add')}
        onAdd={() => setOpen({ device: null })}
        searchLabel={t('device.searchLabel')}
        placeholder={t('device.search')}
        q={view.q}
        onSearch={(q) => changeView({ q }, { replace: true })}
      />
      <StuckCodes />
      <PagedList
        query={devices}
        view={view}
        onView={changeView}
        failure={t('failedToFetchDevices')}
        empty={t(view.q ? 'device.noneFound' : 'noDevices')}
        found={(count) => t('device.found', { count })}
      >
        {(rows) => (
          <RecordList
            caption={t('doors')}
            rows={rows}
            name={{
              key: 'name',
              heading: t('column.name'),
              cell: (device) => <DeviceName device={device} />,
            }}
            facts={[
              {
                key: 'office',
                heading: t('column.office'),
                cell: (device) => <DoorSpaces device={device} />,
              },
              {
                key: 'ha',
                heading: t('column.homeAssistantId'),
                cell: ({ home_assistant_id }) => <bdi>{home_assistant_id}</bdi>,
              },
              { key: 'type', heading: t('column.type'), cell: ({ type }) => <bdi>{type}</bdi> },
            ]}
            actions={(device) => <DeviceActions device={device} onEdit={() => setOpen({ device })} />}
          />
        )}
      </PagedList>
      <DeviceForm opened={open !== null} device={open?.device ?? null} onClose={() => setOpen(null)} />
    </Stack>
  )
}
