import { useTranslation } from 'react-i18next'
import { formatShortDay, viewerZone } from '#web/format/time.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactCards } from '#web/ui/fact-cards.tsx'
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
    <FactCards
      label={caption}
      rows={rows}
      isDeleted={isDeleted}
      name={name}
      facts={[number, ...facts, created]}
      actions={last}
    />
  )
}
