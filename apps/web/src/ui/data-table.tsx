import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/ui/data-table.module.css'

export type Column<Row> = {
  key: string
  heading: string
  /** A text has its own direction, anything else that of the page. */
  cell: (row: Row) => ReactNode
  /** Aligned at the end of the cell. */
  numeric?: boolean
  /** The heading sorts, if the table has an order. */
  sortable?: boolean
}

type Direction = 'asc' | 'desc'
type Order = { by: string; direction: Direction; onSort: (key: string) => void }

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Struck out; the first cell also says so in words. */
  isDeleted?: (row: Row) => boolean
  order?: Order
}

/** Scrolls inside itself; the header and the first column stay in view. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isDeleted, order }: Props<Row>) {
  const { t } = useTranslation('ui')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.frame} aria-label={caption} tabIndex={0}>
      <Table className={classes.table} highlightOnHover>
        <caption className={classes.caption}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} order={column.sortable ? order : undefined} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const deleted = isDeleted?.(row) === true
            return (
              <Table.Tr key={rowKey(row)} data-deleted={deleted || undefined}>
                {columns.map(({ key, cell, numeric }, index) => (
                  <Table.Td key={key} data-numeric={numeric}>
                    <Isolated>{cell(row)}</Isolated>
                    {deleted && index === 0 && <VisuallyHidden>{t('deleted')}</VisuallyHidden>}
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const Isolated = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <bdi>{children}</bdi> : children

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROW = { asc: IconArrowUp, desc: IconArrowDown }

function Heading<Row>({ column, order }: { column: Column<Row>; order: Order | undefined }) {
  const { key, heading, numeric } = column
  if (!order)
    return (
      <Table.Th scope="col" data-numeric={numeric}>
        {heading}
      </Table.Th>
    )
  const isSorted = order.by === key
  const Arrow = isSorted ? ARROW[order.direction] : IconArrowsSort
  return (
    <Table.Th scope="col" data-numeric={numeric} aria-sort={isSorted ? SORTED[order.direction] : 'none'}>
      <UnstyledButton className={classes.sort} data-sorted={isSorted} onClick={() => order.onSort(key)}>
        {heading}
        <Arrow aria-hidden size={16} />
      </UnstyledButton>
    </Table.Th>
  )
}
