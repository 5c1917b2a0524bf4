import { Stack, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

type Props<Row> = {
  title: string
  query: UseQueryResult<Row[]>
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  isDeleted?: (row: Row) => boolean
  loading?: string
  failure: string | ((error: Error) => string)
  empty: string
}

export function ListTab<Row>({ title, columns, rowKey, isDeleted, ...view }: Props<Row>) {
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {title}
      </Title>
      <QueryView {...view} isEmpty={({ length }) => length === 0}>
        {(rows) => (
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            {...(isDeleted && { isDeleted })}
          />
        )}
      </QueryView>
    </Stack>
  )
}
