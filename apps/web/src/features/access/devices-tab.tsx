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
import { doorsView } from '#web/features/access/rules.ts'
import { StuckCodes } from '#web/features/access/stuck-codes.tsx'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListHead } from '#web/ui/list-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

/** Null while the form is closed; `device` is null for a new door. */
type Open = { device: Device | null } | null

export function DevicesTab() {
  const { t } = useTranslation('access')
  const [view, changeView] = useView(doorsView)
  const devices = useQuery(devicesQuery(view))
  const queryClient = useQueryClient()
  useAdminChanges('devices', () => void queryClient.invalidateQueries({ queryKey: DEVICE_LISTS }))
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<Open>(null)

  const onEdit = (device: Device) => setOpen({ device })
  const List = isPhone ? DeviceCards : DevicesTable

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
        {(rows) => <List devices={rows} onEdit={onEdit} />}
      </PagedList>
      <DeviceForm opened={open !== null} device={open?.device ?? null} onClose={() => setOpen(null)} />
    </Stack>
  )
}

type ListProps = { devices: Device[]; onEdit: (device: Device) => void }

function DevicesTable({ devices, onEdit }: ListProps) {
  const { t } = useTranslation('access')
  const columns: Column<Device>[] = [
    { key: 'id', heading: t('column.number'), cell: ({ id }) => id, numeric: true },
    { key: 'name', heading: t('column.name'), cell: (device) => <DeviceName device={device} /> },
    { key: 'office', heading: t('column.office'), cell: (device) => <DoorSpaces device={device} /> },
    { key: 'ha', heading: t('column.homeAssistantId'), cell: (device) => device.home_assistant_id },
    { key: 'type', heading: t('column.type'), cell: ({ type }) => type },
    {
      key: 'created',
      heading: t('column.createdAt'),
      cell: ({ createdAt }) => formatShortDay(createdAt, viewerZone()),
    },
    {
      key: 'actions',
      heading: t('column.actions'),
      cell: (device) => <DeviceActions device={device} onEdit={onEdit} />,
    },
  ]
  return (
    <DataTable
      caption={t('doors')}
      columns={columns}
      rows={devices}
      rowKey={({ id }) => id}
      isDeleted={({ deleted_at }) => deleted_at !== null}
    />
  )
}

/** For phones. */
function DeviceCards({ devices, onEdit }: ListProps) {
  const { t } = useTranslation('access')
  return (
    <ul className={classes.cards} aria-label={t('doors')}>
      {devices.map((device) => (
        <li key={device.id} className={classes.card} data-deleted={device.deleted_at !== null || undefined}>
          <DeviceName device={device} />
          <dl className={classes.facts}>
            <dt>{t('column.number')}</dt>
            <dd>{device.id}</dd>
            <dt>{t('column.office')}</dt>
            <dd>
              <DoorSpaces device={device} />
            </dd>
            <dt>{t('column.homeAssistantId')}</dt>
            <dd>
              <bdi>{device.home_assistant_id}</bdi>
            </dd>
            <dt>{t('column.type')}</dt>
            <dd>
              <bdi>{device.type}</bdi>
            </dd>
            <dt>{t('column.createdAt')}</dt>
            <dd>{formatShortDay(device.createdAt, viewerZone())}</dd>
          </dl>
          <DeviceActions device={device} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  )
}
