import type { ReactNode } from 'react'
import classes from '#web/ui/card-list.module.css'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  isDeleted?: (row: Row) => boolean
  children: (row: Row) => ReactNode
}

/** For phones, where a table has no room. */
export function CardList<Row extends { id: number }>({ label, rows, isDeleted, children }: Props<Row>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card} data-deleted={isDeleted?.(row) || undefined}>
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
