import { Stack } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ListPage } from '#web/api/call.ts'
import { drawerPageSize } from '#web/features/admin-users/api.ts'
import classes from '#web/features/admin-users/users.module.css'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

type Props<Row> = {
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own type of key
  query: (page: number) => UseQueryOptions<ListPage<Row[]>, Error, ListPage<Row[]>, any>
  label: string
  empty: string
  children: (row: Row) => ReactNode
}

export function PagedPart<Row extends { id: number }>({ query, label, empty, children }: Props<Row>) {
  const [page, setPage] = useState(1)
  const part = useQuery(query(page))
  return (
    <QueryView
      shape="list"
      query={part}
      isEmpty={({ total }) => total === 0}
      empty={<p className={classes.none}>{empty}</p>}
    >
      {({ rows, total }) => (
        <Stack gap="md">
          <ul className={classes.entries} aria-label={label}>
            {rows.map((row) => (
              <li key={row.id} className={classes.entry}>
                {children(row)}
              </li>
            ))}
          </ul>
          <Pager total={total} page={page} pageSize={drawerPageSize} onTurn={setPage} />
        </Stack>
      )}
    </QueryView>
  )
}
