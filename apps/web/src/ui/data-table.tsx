import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  /** Rows that are struck out; the first cell says so in words too. */
  isDeleted?: (row: Row) => boolean
}

/** A dense table that scrolls inside itself; its header and first column stay in view. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isDeleted }: Props<Row>) {
  const { t } = useTranslation('ui')
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
          {rows.map((row) => {
            const deleted = isDeleted?.(row) === true
            return (
              <Table.Tr key={rowKey(row)} data-deleted={deleted || undefined}>
                {columns.map(({ key, cell, numeric }, index) => (
                  <Table.Td key={key} data-numeric={numeric}>
                    <bdi>{cell(row)}</bdi>
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
