import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { CardList } from '#web/ui/card-list.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Listed = { id: number; createdAt: string; deleted_at?: string | null }

type Props<Row> = {
  caption: string
  rows: Row[]
  name: Column<Row>
  facts: Column<Row>[]
  actions: Column<Row>['cell']
}

const isDeleted = ({ deleted_at = null }: Listed): boolean => deleted_at !== null

/** A table, or cards on a phone. */
export function RecordList<Row extends Listed>({ caption, rows, name, facts, actions }: Props<Row>) {
  const { t } = useTranslation('access')
  const isPhone = useIsPhone()
  const number: Column<Row> = {
    key: 'id',
    heading: t('column.number'),
    cell: ({ id }) => id,
    numeric: true,
  }
  const created: Column<Row> = {
    key: 'created',
    heading: t('column.createdAt'),
    cell: ({ createdAt }) => formatShortDay(createdAt, viewerZone()),
  }
  const last = { key: 'actions', heading: t('column.actions'), cell: actions }
  if (!isPhone)
    return (
      <DataTable
        caption={caption}
        columns={[number, name, ...facts, created, last]}
        rows={rows}
        rowKey={({ id }) => id}
        isDeleted={isDeleted}
      />
    )
  return (
    <CardList label={caption} rows={rows} isDeleted={isDeleted}>
      {(row) => (
        <>
          {name.cell(row)}
          <dl className={classes.facts}>
            {[number, ...facts, created].map(({ key, heading, cell }) => (
              <Fragment key={key}>
                <dt>{heading}</dt>
                <dd>{cell(row)}</dd>
              </Fragment>
            ))}
          </dl>
          {actions(row)}
        </>
      )}
    </CardList>
  )
}
