import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#web/ui/data-table.module.css'

export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Figures line up at the end of the cell. */
  numeric?: boolean
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Rows that are struck out, with what to call that. */
  isDeleted?: (row: Row) => boolean
}

/** A dense table that scrolls inside itself; its header and first column stay in view. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isDeleted }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.frame} aria-label={caption} tabIndex={0}>
      <Table className={classes.table} highlightOnHover>
        <caption className={classes.caption}>{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, heading, numeric }) => (
              <Table.Th key={key} scope="col" data-numeric={numeric}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} data-deleted={isDeleted?.(row) || undefined}>
              {columns.map(({ key, cell, numeric }) => (
                <Table.Td key={key} data-numeric={numeric}>
                  <bdi>{cell(row)}</bdi>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
