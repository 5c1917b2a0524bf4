import { Fragment } from 'react'
import { CardList } from '#web/ui/card-list.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import classes from '#web/ui/fact-cards.module.css'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  isDeleted?: (row: Row) => boolean
  name: Column<Row>
  facts: Column<Row>[]
  actions: Column<Row>
}

/** The rows of a table as cards, for phones. */
export function FactCards<Row extends { id: number }>({ name, facts, actions, ...list }: Props<Row>) {
  return (
    <CardList {...list}>
      {(row) => (
        <>
          {/* On the side of its card, whatever its own direction. */}
          <div>{name.cell(row)}</div>
          <dl className={classes.facts}>
            {facts.map(({ key, heading, cell }) => (
              <Fragment key={key}>
                <dt>{heading}</dt>
                <dd>{cell(row)}</dd>
              </Fragment>
            ))}
          </dl>
          {actions.cell(row)}
        </>
      )}
    </CardList>
  )
}
