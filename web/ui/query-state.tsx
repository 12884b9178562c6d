import type { UseQueryResult } from '@tanstack/react-query'
import { formatError } from '../api/call-error.ts'
import { ErrorMessage } from './forms/error-message.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/** The error of a query with a button that tries again. While the query loads, a placeholder. */
export function QueryState({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <>
      <QueryError query={query} />
      {query.isPending && <LoadingScreen />}
    </>
  )
}

/** The error of a query with a button that tries again. Renders nothing without an error. */
export function QueryError({ query }: { query: UseQueryResult<unknown> }) {
  const { error, refetch } = query
  return error && <ErrorMessage text={formatError(error)} onRetry={() => void refetch()} />
}
