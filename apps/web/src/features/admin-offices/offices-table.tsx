import { type AdminOffice, OfficeSort } from '@keyhour/contract/admin-offices'
import { Button, Group, useDirection, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { FlexRender, type Header, type Row, type SortingState, useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import {
  type ColumnId,
  features,
  MOST_WIDTH,
  OFFICE_COLUMNS,
} from '#web/features/admin-offices/office-columns.tsx'
import classes from '#web/features/admin-offices/offices-table.module.css'
import {
  isDeleted,
  isOpen,
  type OfficeRow,
  type OfficesView,
  type Opened,
  officeRowId,
  rowId,
  rowsOf,
} from '#web/features/admin-offices/rules.ts'
import { keepWidths, readWidths } from '#web/ui/column-widths.ts'
import { ResizeHandle } from '#web/ui/resize-handle.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

export type OfficeListProps = {
  offices: AdminOffice[]
  view: OfficesView
  onView: (change: Partial<OfficesView>) => void
  opened: Opened
  onOpen: (opened: Opened) => void
  found: ReactNode
  /** Shown if there are no rows. */
  nothing: ReactNode
}

type OfficeHeader = Header<typeof features, OfficeRow>

type TableOptions = Pick<OfficeListProps, 'offices' | 'view' | 'onView' | 'opened' | 'onOpen'>

/** The view controls sorting and expansion; the browser keeps the column widths of each user. */
function useOfficesTable({ offices, view, onView, opened, onOpen }: TableOptions) {
  const { dir } = useDirection()
  const widthsKey = `office_columns_${useUser()?.id}`
  const data = useMemo(() => rowsOf(offices), [offices])
  const expanded = useMemo(
    () =>
      Object.fromEntries(
        offices.filter((office) => isOpen(office, view.q, opened)).map(({ id }) => [officeRowId(id), true]),
      ),
    [offices, view.q, opened],
  )
  const sorting = useMemo<SortingState>(
    () => (view.sort ? [{ id: view.sort, desc: view.direction === 'desc' }] : []),
    [view.sort, view.direction],
  )
  const table = useTable({
    features,
    columns: OFFICE_COLUMNS,
    data,
    getRowId: rowId,
    getSubRows: ({ spaces }) => spaces,
    initialState: { columnSizing: readWidths(widthsKey) },
    state: { sorting, expanded },
    autoResetExpanded: false,
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [first] = typeof change === 'function' ? change(sorting) : change
      onView({ sort: OfficeSort.safeParse(first?.id).data, direction: first?.desc ? 'desc' : 'asc' })
    },
    onExpandedChange: (change) => {
      const next = typeof change === 'function' ? change(expanded) : change
      const isIn = ({ id }: AdminOffice) => next === true || next[officeRowId(id)] === true
      const byId = Object.fromEntries(offices.map((office) => [office.id, isIn(office)]))
      onOpen({ ...opened, byId: { ...opened.byId, ...byId } })
    },
    columnResizeMode: 'onChange',
    columnResizeDirection: dir,
  })
  const { columnSizing, columnResizing } = table.state
  const isResizing = columnResizing.isResizingColumn !== false
  useEffect(() => {
    if (!isResizing) keepWidths(widthsKey, columnSizing)
  }, [widthsKey, columnSizing, isResizing])

  const isAllOpen = offices.every(
    ({ id, sub_offices }) => sub_offices.length === 0 || expanded[officeRowId(id)],
  )
  return { table, isResizing, isAllOpen }
}

/** The header and the first columns stay in view while the table scrolls. */
export function OfficesTable({ found, nothing, ...list }: OfficeListProps) {
  const { offices, view, onView, onOpen } = list
  const { t } = useTranslation('admin-offices')
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const { table, isResizing, isAllOpen } = useOfficesTable(list)
  const { columnSizing, columnResizing } = table.state
  const headers = table.getFlatHeaders()
  const { rows } = table.getRowModel()
  // Not one variable per column: all cells inherit these, so each step of a resize would restyle all of them.
  const stays = {
    '--before-integrations': `${headers[0]?.getSize()}px`,
    '--before-name': `${headers[2]?.getStart()}px`,
  }
  return (
    <>
      <Group gap="sm">
        <div className={classes.found}>{found}</div>
        <Button size="xs" onClick={() => onOpen({ all: !isAllOpen, byId: isAllOpen ? closed(offices) : {} })}>
          {isAllOpen ? t('table.collapseAll') : t('table.expandAll')}
        </Button>
        <Button
          size="xs"
          disabled={Object.keys(columnSizing).length === 0}
          onClick={() => table.resetColumnSizing(true)}
        >
          {t('table.resetWidths')}
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
      <section ref={setFrame} className={classes.frame} aria-label={t('table.title')} tabIndex={0}>
        <table
          className={classes.table}
          aria-rowcount={rows.length + 1}
          style={{ ...stays, width: table.getTotalSize() } as CSSProperties}
          data-resizing={isResizing || undefined}
        >
          <caption>
            <VisuallyHidden>{t('table.title')}</VisuallyHidden>
          </caption>
          <colgroup>
            {headers.map((header) => (
              <col key={header.id} style={{ width: header.getSize() }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {headers.map((header) => (
                <Heading
                  key={header.id}
                  header={header}
                  width={header.getSize()}
                  sorted={header.column.getIsSorted()}
                  isResizing={columnResizing.isResizingColumn === header.id}
                  view={view}
                  onView={onView}
                />
              ))}
            </tr>
          </thead>
          <Body frame={frame} rows={rows} columns={headers.length} />
        </table>
        {offices.length === 0 && <div className={classes.nothing}>{nothing}</div>}
      </section>
    </>
  )
}

const closed = (offices: AdminOffice[]) => Object.fromEntries(offices.map(({ id }) => [id, false]))

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROW = { asc: IconArrowUp, desc: IconArrowDown }

type HeadingProps = Pick<OfficeListProps, 'view' | 'onView'> & {
  header: OfficeHeader
  width: number
  sorted: false | 'asc' | 'desc'
  isResizing: boolean
}

const Heading = memo(function Heading({ header, width, sorted, isResizing, view, onView }: HeadingProps) {
  const { t } = useTranslation('admin-offices')
  const headingId = useId()
  const { column } = header
  const { table } = header.getContext()
  const id = column.id as ColumnId
  const heading = t(`table.column.${id}`)
  const Arrow = sorted ? ARROW[sorted] : IconArrowsSort
  return (
    <th
      scope="col"
      data-column={id}
      aria-labelledby={headingId}
      {...(column.getCanSort() && { 'aria-sort': sorted ? SORTED[sorted] : 'none' })}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={sorted !== false}
          onClick={column.getToggleSortingHandler()}
        >
          <span id={headingId}>{heading}</span>
          <Arrow aria-hidden size={16} />
        </button>
      ) : (
        <span id={headingId} className={classes.heading}>
          {heading}
        </span>
      )}
      {(id === 'name' || id === 'wifi_name') && (
        <SearchBox
          size="xs"
          className={classes.filter}
          aria-label={t('table.filterBy', { column: heading })}
          placeholder={t('table.filter')}
          q={view[id]}
          onSearch={(text) => onView({ [id]: text })}
        />
      )}
      <ResizeHandle
        label={t('table.widthOf', { column: heading })}
        width={width}
        least={column.columnDef.minSize ?? 0}
        most={MOST_WIDTH}
        isActive={isResizing}
        onGrab={header.getResizeHandler()}
        onResize={(next) => table.setColumnSizing((widths) => ({ ...widths, [id]: next }))}
        onReset={() => column.resetSize()}
      />
    </th>
  )
})

const ROW_HEIGHT = 44
/** Rows rendered out of view, for fast scrolling and the Tab key. */
const ROWS_AROUND = 10

type BodyProps = {
  frame: HTMLElement | null
  rows: Row<typeof features, OfficeRow>[]
  columns: number
}

/**
 * Renders only the rows in view and the row with the focus; gaps replace the others. Memoised, so that resizing a column
 * does not render it again.
 */
const Body = memo(function Body({ frame, rows, columns }: BodyProps) {
  const [focused, setFocused] = useState<string | null>(null)
  const { getVirtualItems, getTotalSize, measureElement } = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => frame,
    getItemKey: (index) => rows[index]!.id,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AROUND,
    rangeExtractor: (range) => {
      const kept = rows.findIndex(({ id }) => id === focused)
      const shown = new Set([...defaultRangeExtractor(range), ...(kept < 0 ? [] : [kept])])
      return [...shown].sort((a, b) => a - b)
    },
  })
  const shown = getVirtualItems()
  const gap = (from: number, to: number) =>
    to > from && (
      <tr key={`gap-${from}`} aria-hidden style={{ height: to - from }}>
        <td colSpan={columns} className={classes.gap} />
      </tr>
    )
  return (
    <tbody onBlur={() => setFocused(null)}>
      {shown.flatMap(({ index, start }, place) => {
        const row = rows[index]!
        return [
          gap(shown[place - 1]?.end ?? 0, start),
          <BodyRow
            key={row.id}
            row={row}
            position={index}
            measure={measureElement}
            isOpen={row.getIsExpanded()}
            onFocus={setFocused}
          />,
        ]
      })}
      {gap(shown.at(-1)?.end ?? 0, getTotalSize())}
    </tbody>
  )
})

type BodyRowProps = {
  row: Row<typeof features, OfficeRow>
  position: number
  measure: (row: HTMLTableRowElement | null) => void
  isOpen: boolean
  onFocus: (id: string) => void
}

const BodyRow = memo(function BodyRow({ row, position, measure, onFocus }: BodyRowProps) {
  return (
    <tr
      ref={measure}
      data-index={position}
      aria-rowindex={position + 2}
      data-deleted={isDeleted(row.original) || undefined}
      data-inside={row.depth > 0 || undefined}
      onFocus={() => onFocus(row.id)}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} data-column={cell.column.id}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
})
