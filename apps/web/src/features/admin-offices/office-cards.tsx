import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { Select, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Chevron,
  HoursCell,
  Integrations,
  PriceCell,
  RowState,
  WifiPassword,
} from '#web/features/admin-offices/office-cells.tsx'
import classes from '#web/features/admin-offices/offices.module.css'
import type { OfficeListProps } from '#web/features/admin-offices/offices-table.tsx'
import { OfficeRowActions, rowNameId } from '#web/features/admin-offices/row-actions.tsx'
import {
  isDeleted,
  isOpen,
  OFFICE_SORTINGS,
  type OfficeRow,
  officeSortingOf,
  officesSortedAs,
  priceOf,
  rowId,
  rowsOf,
} from '#web/features/admin-offices/rules.ts'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** For phones. */
export function OfficeCards({ offices, view, onView, opened, onOpen, found, nothing }: OfficeListProps) {
  const { t } = useTranslation('admin-offices')
  const toggle = ({ id }: AdminOffice, open: boolean) =>
    onOpen({ ...opened, byId: { ...opened.byId, [id]: open } })
  return (
    <>
      <div className={classes.filters}>
        {(['name', 'wifi_name'] as const).map((column) => (
          <SearchBox
            key={column}
            label={t('table.filterBy', { column: t(`table.column.${column}`) })}
            q={view[column]}
            onSearch={(text) => onView({ [column]: text })}
          />
        ))}
        <Select
          label={t('table.sortBy')}
          data={OFFICE_SORTINGS.map((value) => ({ value, label: t(`table.sorted.${value}`) }))}
          value={officeSortingOf(view)}
          onChange={(sorting) => sorting && onView(officesSortedAs(sorting))}
          allowDeselect={false}
        />
      </div>
      {found}
      {offices.length === 0 && nothing}
      <ul className={classes.cards} aria-label={t('table.title')}>
        {rowsOf(offices).map((row) => (
          <OfficeCard
            key={rowId(row)}
            row={row}
            isOpen={isOpen(row.office, view.q, opened)}
            onToggle={(open) => toggle(row.office, open)}
          />
        ))}
      </ul>
    </>
  )
}

type CardProps = { row: OfficeRow; isOpen: boolean; onToggle: (open: boolean) => void }

function OfficeCard({ row, isOpen, onToggle }: CardProps) {
  const { t } = useTranslation('admin-offices')
  const { office, spaces } = row
  return (
    <li className={classes.card} data-deleted={isDeleted(row) || undefined}>
      <CardTitle row={row} />
      <SoftText>
        <bdi>{office.address}</bdi>
      </SoftText>
      <dl className={classes.facts}>
        <Fact name={t('table.column.id')}>{office.id}</Fact>
        <Fact name={t('table.column.open_hours')}>
          <HoursCell hours={office.open_hours} />
        </Fact>
        <Fact name={t('table.column.close_hours')}>
          <HoursCell hours={office.close_hours} />
        </Fact>
        {priceOf(row) && (
          <Fact name={t('table.column.price')}>
            <PriceCell row={row} />
          </Fact>
        )}
        <Fact name={t('table.column.created_at')}>{formatShortDay(office.createdAt, viewerZone())}</Fact>
        {office.wifi_name && (
          <Fact name={t('table.column.wifi_name')}>
            <bdi>{office.wifi_name}</bdi>
          </Fact>
        )}
        {office.wifi_password && (
          <Fact name={t('table.column.wifi_password')}>
            <WifiPassword office={office} />
          </Fact>
        )}
        {office.integrations.length > 0 && (
          <Fact name={t('table.column.integrations')}>
            <Integrations office={office} />
          </Fact>
        )}
      </dl>
      <MoreFacts row={row} />
      <OfficeRowActions row={row} inWords />
      {spaces.length > 0 && (
        <>
          <button
            type="button"
            className={classes.disclosure}
            aria-expanded={isOpen}
            aria-describedby={rowNameId(row)}
            onClick={() => onToggle(!isOpen)}
          >
            <Chevron isOpen={isOpen} />
            {t('table.spaces', { count: spaces.length })}
          </button>
          {isOpen && (
            <ul className={classes.inside}>
              {spaces.map((space) => (
                <li key={rowId(space)} data-deleted={isDeleted(space) || undefined}>
                  <CardTitle row={space} />
                  <Text size="sm">
                    <PriceCell row={space} />
                  </Text>
                  <OfficeRowActions row={space} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </li>
  )
}

const FOLDED = ['lat', 'lon', 'printer_instructions', 'openpath_org_id', 'openpath_entry_id'] as const

/** Rarely needed facts, folded away. */
function MoreFacts({ row }: { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        className={classes.disclosure}
        aria-expanded={isOpen}
        aria-describedby={rowNameId(row)}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} />
        {t('table.more')}
      </button>
      {isOpen && (
        <dl className={classes.facts}>
          {FOLDED.filter((column) => row.office[column]).map((column) => (
            <Fact key={column} name={t(`table.column.${column}`)}>
              <bdi>{row.office[column]}</bdi>
            </Fact>
          ))}
        </dl>
      )}
    </div>
  )
}

function CardTitle({ row }: { row: OfficeRow }) {
  return (
    <div className={classes.cardTitle}>
      <bdi id={rowNameId(row)} className={classes.title}>
        {(row.space ?? row.office).name}
      </bdi>
      <RowState row={row} />
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
