import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { LoadingShape, type Shape } from '#web/ui/loading-shape.tsx'
import { Message } from '#web/ui/message.tsx'
import { useOutage, useToldOnce } from '#web/ui/outage.ts'

/** A query, or one that grows page by page. */
type Fetched<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching'> & {
  refetch: () => Promise<unknown>
}

type Props<T> = {
  query: Fetched<T>
  loading?: string
  /** Replaces the server's message. */
  failure?: string | ((error: Error) => string)
  /** Shown below the failure. */
  failureText?: (error: Error) => string | undefined
  /** Replaces the refetch. */
  onRetry?: () => void
  /** Shown for a 404, where a retry would not help. */
  wayBack?: ReactNode
  /** A failed refresh hides the old data. */
  emptiedOnError?: boolean
  /** There is nothing else on the page, so that a failure is its heading. */
  isPage?: boolean
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  art?: string
  /** Of the content, while it is loading. */
  shape?: Shape
  children: (data: T) => ReactNode
}

/** The states of a query: loading, failed, empty, loaded, and loaded but possibly out of date. */
export function QueryView<T>(props: Props<T>) {
  const { query, onRetry, loading, emptiedOnError = false, isEmpty, empty, art, shape, children } = props
  const { data, error } = query
  const isToldOnce = useToldOnce()(error)
  if (isToldOnce && (data === undefined || emptiedOnError)) return <Waiting {...props} />
  if (error && (data === undefined || emptiedOnError || isRefused(error)))
    return <Failed {...props} error={error} />
  if (data === undefined) return <LoadingShape shape={shape} label={loading} />
  return (
    <>
      {error && !isToldOnce && <OutOfDate query={query} onRetry={onRetry} />}
      {isEmpty?.(data) ? asMessage(empty, art) : children(data)}
    </>
  )
}

const asMessage = (empty: ReactNode, art: string | undefined): ReactNode =>
  typeof empty === 'string' ? <Message art={art} title={empty} /> : empty

/** For what a notice tells of. The page keeps its shape and is filled when the calls succeed. */
function Waiting<T>({ shape, isPage = false }: Props<T>) {
  const { t } = useTranslation('ui')
  const { isSettling, isRetrying } = useOutage()
  if (isSettling || isRetrying) return <LoadingShape shape={shape} />
  return <LoadingShape shape={shape} label={t('notLoaded')} isHeading={isPage} isStill />
}

/** Whoever may no longer see something does not keep what was shown before. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404)

const isMissing = (error: Error): boolean => error instanceof CallError && error.status === 404

function Failed<T>(props: Props<T> & { error: Error }) {
  const { query, onRetry, failure, failureText, wayBack, isPage = false, error } = props
  const message = typeof failure === 'function' ? failure(error) : (failure ?? serverText(error.message))
  return (
    <FailureMessage
      message={message}
      isHeading={isPage}
      text={failureText?.(error)}
      action={wayBack && isMissing(error) ? wayBack : <Retry query={query} onRetry={onRetry} />}
    />
  )
}

type Again<T> = { query: Fetched<T>; onRetry: (() => void) | undefined }

function OutOfDate<T>(again: Again<T>) {
  const { t } = useTranslation('ui')
  return (
    <Alert color="danger" variant="light" mb="md">
      <Group justify="space-between" gap="sm">
        <Text>{t('outOfDate')}</Text>
        <Retry {...again} />
      </Group>
    </Alert>
  )
}

function Retry<T>({ query: { refetch, isFetching }, onRetry }: Again<T>) {
  const { t } = useTranslation('ui')
  return (
    <Button onClick={onRetry ?? (() => void refetch())} loading={isFetching}>
      {t('retry')}
    </Button>
  )
}
