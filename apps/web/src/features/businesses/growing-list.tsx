import { Button, Center } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/businesses/businesses.module.css'
import { QueryView } from '#web/ui/query-view.tsx'

type Props<Row> = {
  /** The id of the heading. */
  labelledBy: string
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>
  loading: string
  empty: string
  /** Shows only this many, and `rest` if there are more. */
  most?: number
  rest?: ReactNode
  children: (row: Row) => ReactNode
}

/** Rows that are loaded page by page. */
export function GrowingList<Row extends { id: number }>(props: Props<Row>) {
  const { labelledBy, query, loading, empty, most, rest, children } = props
  const { t } = useTranslation('businesses')
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <QueryView
      shape="list"
      query={query}
      loading={loading}
      isEmpty={({ pages }) => pages[0]?.rows.length === 0}
      empty={<p className={classes.none}>{empty}</p>}
    >
      {({ pages }) => {
        const rows = onceEach(pages)
        return (
          <>
            <ul className={classes.rows} aria-labelledby={labelledBy}>
              {rows.slice(0, most).map((row) => (
                <li key={row.id} className={classes.row}>
                  {children(row)}
                </li>
              ))}
            </ul>
            {most !== undefined && rows.length > most && <Center mt="md">{rest}</Center>}
            {most === undefined && hasNextPage && (
              <Center mt="md">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  {t('more')}
                </Button>
              </Center>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

/** A new row pushes others onto the next page, which repeats them. */
const onceEach = <Row extends { id: number }>(pages: { rows: Row[] }[]): Row[] => [
  ...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values(),
]
