import type { Office, SubOffice } from '@keyhour/contract/offices'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { officesQuery } from '#web/features/offices/api.ts'
import { firstPrice, integrationsOf } from '#web/features/offices/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListTab } from '#web/ui/list-tab.tsx'

type Row = { office: Office; space: SubOffice | null }

/** Each office, followed by its sub-offices. */
const rowsOf = (offices: Office[]): Row[] =>
  offices.flatMap((office) => [
    { office, space: null },
    ...office.sub_offices.map((space) => ({ office, space })),
  ])

function priceOf({ space }: Row): string {
  const cents = space && firstPrice(space)
  return cents ? formatMoney(cents, 'ILS') : ''
}

function columnsIn(t: TFunction<'offices'>): Column<Row>[] {
  const ofOffice = (
    key: string,
    heading: string,
    cell: (office: Office) => string | number | null | undefined,
  ) => ({
    key,
    heading,
    cell: ({ office, space }: Row) => (space ? '' : (cell(office) ?? '')),
  })
  return [
    {
      key: 'id',
      heading: t('column.number'),
      cell: ({ office, space }) => (space ? `${office.id}.${space.id}` : office.id),
    },
    ofOffice('integrations', t('column.integrations'), (office) => integrationsOf(office).join(', ')),
    {
      key: 'name',
      heading: t('column.name'),
      cell: ({ office, space }) => space?.name ?? <strong>{office.name}</strong>,
    },
    { ...ofOffice('lat', t('column.latitude'), ({ lat }) => lat.toFixed(4)), numeric: true },
    { ...ofOffice('lon', t('column.longitude'), ({ lon }) => lon.toFixed(4)), numeric: true },
    ofOffice('open', t('column.openHours'), ({ open_hours }) => open_hours ?? t('aroundTheClock')),
    ofOffice('close', t('column.closeHours'), ({ close_hours }) => close_hours ?? t('aroundTheClock')),
    { key: 'price', heading: t('column.price'), cell: priceOf, numeric: true },
    ofOffice('created', t('column.createdAt'), ({ createdAt }) => formatDay(createdAt, viewerZone())),
    ofOffice('wifiName', t('column.wifiName'), ({ wifi_name }) => wifi_name),
    ofOffice('wifiPassword', t('column.wifiPassword'), ({ wifi_password }) => wifi_password),
    ofOffice('printer', t('column.printerInstructions'), ({ printer_instructions }) => printer_instructions),
    ofOffice('openpathOrg', t('column.openpathOrgId'), ({ openpath_org_id }) => openpath_org_id),
    ofOffice('openpathEntry', t('column.openpathEntryId'), ({ openpath_entry_id }) => openpath_entry_id),
  ]
}

export function OfficesTab() {
  const { t } = useTranslation('offices')
  const rows = useQuery({ ...officesQuery, select: rowsOf })
  return (
    <ListTab
      title={t('title')}
      query={rows}
      columns={columnsIn(t)}
      rowKey={({ office, space }) => `${office.id}/${space?.id ?? ''}`}
      isDeleted={({ office, space }) => (space ?? office).deleted_at !== null}
      failure={t('failedToFetch')}
      empty={t('none')}
    />
  )
}
