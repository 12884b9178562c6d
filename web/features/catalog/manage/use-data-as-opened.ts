import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Reads data when a form opens. Later refetches change only `data`, and `seen` only if `reload` starts them. */
export function useDataAsOpened<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 })
  const [seen, setSeen] = useState<Data>()
  if (seen === undefined && data !== undefined && isFetchedAfterMount) setSeen(data)
  /** Resolves to the result of the refetch. If it failed, `seen` stays. */
  async function reload() {
    const latest = await refetch()
    if (latest.isSuccess) setSeen(latest.data)
    return latest
  }
  return { data, seen, error, reload }
}
