import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import searchArt from '#web/pictures/empty-search.svg'
import { SMALLEST_PAGE } from '#web/ui/list-view.ts'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

type Turn = { page: number; page_size: number }

type Props<Row> = {
  query: UseQueryResult<{ rows: Row[]; total: number }>
  view: Turn
  onView: (change: Partial<Turn>) => void
  failure: string
  empty: string
  /** How many there are, in words. */
  found: (count: number) => string
  children: (rows: Row[]) => ReactNode
}

export function PagedList<Row>({ query, view, onView, failure, empty, found, children }: Props<Row>) {
  return (
    <QueryView
      shape="table"
      query={query}
      failure={failure}
      isEmpty={({ total }) => total === 0}
      empty={empty}
      art={searchArt}
    >
      {({ rows, total }) => (
        <>
          <Text size="sm" c="dimmed" role="status">
            {found(total)}
          </Text>
          {children(rows)}
          <Pager
            total={total}
            page={view.page}
            pageSize={view.page_size}
            onTurn={(page) => onView({ page })}
            // Where one page of any size holds them all, there is nothing to choose.
            {...(total > SMALLEST_PAGE && { onResize: (page_size: number) => onView({ page_size }) })}
          />
        </>
      )}
    </QueryView>
  )
}
