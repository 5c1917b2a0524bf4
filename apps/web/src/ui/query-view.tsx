import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverText } from '#web/texts/i18n.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Message } from '#web/ui/message.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  loading?: string
  /** Instead of what the server said. */
  failure?: string | ((error: Error) => string)
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** The picture of the empty state. */
  art?: string
  children: (data: T) => ReactNode
}

/** The four states of anything that is fetched: on its way, failed, empty, there. */
export function QueryView<T>({ query, loading, failure, isEmpty, empty, art, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return isEmpty?.(data) ? asMessage(empty, art) : children(data)
  if (!error) return <PageLoader {...(loading !== undefined && { label: loading })} />
  const message = typeof failure === 'function' ? failure(error) : (failure ?? serverText(error.message))
  return <Failure message={message} onRetry={() => void refetch()} busy={isFetching} />
}

const asMessage = (empty: ReactNode, art: string | undefined): ReactNode =>
  typeof empty === 'string' ? <Message art={art} title={empty} /> : empty
