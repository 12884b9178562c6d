import type { ImportRow, PartImport } from '@freehub/contract/catalog/imports'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { buildListQuery, pagedListQuery } from '../../../api/lists/paged-list.ts'
import { type DateFilters, toTimes } from '../../../ui/lists/date-filter.tsx'
import type { RowFilter } from './format-import.ts'

const IMPORTS_QUERY_KEY = ['imports']

const POLL_INTERVAL_MS = 700

/** The query for pages of imports, newest first. */
export const importsQuery = (dates: DateFilters) => ({
  ...pagedListQuery<PartImport>(
    [...IMPORTS_QUERY_KEY, 'list', dates],
    () => `/api/imports?${buildListQuery({ ...toTimes(dates), size: '20' })}`,
  ),
  placeholderData: keepPreviousData,
})

/** The query for an import. Polls while the import is in progress. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS_QUERY_KEY, id],
    queryFn: ({ signal }) => call<PartImport>('GET', toImportPath(id), { signal }),
    refetchInterval: ({ state }) => isInProgress(state.data) && POLL_INTERVAL_MS,
  })

/**
 * Returns the query for the rows with the given result, or for all rows if `result` is empty. Its key
 * contains the import's state, so that a change refetches the rows.
 */
export const importRowsQuery = ({ _id, state }: PartImport, result: RowFilter) =>
  pagedListQuery<ImportRow>(
    [...IMPORTS_QUERY_KEY, _id, 'rows', state, result],
    () => `${toImportPath(_id)}/rows?${buildListQuery({ fate: result })}`,
  )

export function isInProgress(partImport: PartImport | undefined): boolean {
  return partImport?.state === 'reading' || partImport?.state === 'applying'
}

/** Applies an import. With `leaveStock`, the server ignores the stock column. */
export function applyImport(id: string, leaveStock: boolean): Promise<PartImport> {
  return call('POST', `${toImportPath(id)}/application`, { body: { leaveStock } })
}

export function cancelImport(id: string): Promise<PartImport> {
  return call('POST', `${toImportPath(id)}/cancellation`)
}

/** Stores the changed import. Cancels a pending read, which may have an older state. */
export async function cacheImport(client: QueryClient, partImport: PartImport): Promise<void> {
  const { queryKey } = importQuery(partImport._id)
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, partImport)
}

function toImportPath(id: string): string {
  return `/api/imports/${encodeURIComponent(id)}`
}
