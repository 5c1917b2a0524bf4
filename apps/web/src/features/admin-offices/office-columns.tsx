import { type AdminOffice, OfficeSort } from '@keyhour/contract/admin-offices'
import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  createExpandedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import {
  type Disclosure,
  HoursCell,
  Integrations,
  NameCell,
  PriceCell,
  TextCell,
  WifiPassword,
} from '#web/features/admin-offices/office-cells.tsx'
import { OfficeRowActions } from '#web/features/admin-offices/row-actions.tsx'
import type { OfficeRow } from '#web/features/admin-offices/rules.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'

export const features = tableFeatures({
  rowSortingFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  columnSizingFeature,
  columnResizingFeature,
})

type Cell = (row: OfficeRow, disclosure: Disclosure) => ReactNode

/** Empty for sub-offices. */
const ofOffice =
  (cell: (office: AdminOffice) => ReactNode): Cell =>
  ({ office, space }) =>
    space === null && cell(office)

const textIn = (field: 'wifi_name' | 'printer_instructions' | 'openpath_org_id' | 'openpath_entry_id') =>
  ofOffice((office) => <TextCell text={office[field]} />)
const hoursIn = (field: 'open_hours' | 'close_hours') =>
  ofOffice((office) => <HoursCell hours={office[field]} />)

/** Five decimals are exact to about a metre. */
const degrees = (angle: number): string => String(Number(angle.toFixed(5)))

/** Order and widths are those of the specification. */
const LAYOUT = [
  {
    id: 'id',
    size: 60,
    least: 50,
    cell: ({ office, space }) => <TextCell text={String((space ?? office).id)} />,
  },
  { id: 'integrations', size: 120, least: 100, cell: ofOffice((office) => <Integrations office={office} />) },
  { id: 'name', size: 200, least: 150, cell: (row, disclosure) => <NameCell row={row} {...disclosure} /> },
  { id: 'actions', size: 150, least: 120, cell: (row) => <OfficeRowActions row={row} /> },
  { id: 'lat', size: 100, least: 80, cell: ofOffice(({ lat }) => <TextCell text={degrees(lat)} />) },
  { id: 'lon', size: 100, least: 80, cell: ofOffice(({ lon }) => <TextCell text={degrees(lon)} />) },
  { id: 'open_hours', size: 120, least: 100, cell: hoursIn('open_hours') },
  { id: 'close_hours', size: 120, least: 100, cell: hoursIn('close_hours') },
  { id: 'price', size: 100, least: 80, cell: (row) => <PriceCell row={row} /> },
  {
    id: 'created_at',
    size: 140,
    least: 120,
    cell: ofOffice(({ createdAt }) => <TextCell text={formatShortDay(createdAt, viewerZone())} />),
  },
  { id: 'wifi_name', size: 150, least: 120, cell: textIn('wifi_name') },
  {
    id: 'wifi_password',
    size: 150,
    least: 120,
    cell: ofOffice((office) => <WifiPassword office={office} />),
  },
  { id: 'printer_instructions', size: 180, least: 150, cell: textIn('printer_instructions') },
  { id: 'openpath_org_id', size: 150, least: 120, cell: textIn('openpath_org_id') },
  { id: 'openpath_entry_id', size: 150, least: 120, cell: textIn('openpath_entry_id') },
] as const satisfies { id: string; size: number; least: number; cell: Cell }[]

export type ColumnId = (typeof LAYOUT)[number]['id']
export const MOST_WIDTH = 800

const helper = createColumnHelper<typeof features, OfficeRow>()

export const OFFICE_COLUMNS = helper.columns(
  LAYOUT.map(({ id, size, least, cell }: { id: ColumnId; size: number; least: number; cell: Cell }) =>
    helper.accessor((row) => row, {
      id,
      size,
      minSize: least,
      maxSize: MOST_WIDTH,
      enableSorting: OfficeSort.safeParse(id).success,
      cell: ({ row }) =>
        cell(row.original, { isOpen: row.getIsExpanded(), onToggle: row.getToggleExpandedHandler() }),
    }),
  ),
)
