import type { Part } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { getMaxPartCount } from '../../../api/format-count.ts'
import { buildListQuery, pagedListQuery, removeRow, updateRow } from '../../../api/list-pages.ts'

const MANAGED_PARTS_KEY = [PARTS_QUERY_KEY, 'managed']

/** Query of the parts that match a search, or of all parts, with current numbers. */
export const managedPartsQuery = (search: string) => ({
  ...pagedListQuery<Part>(
    [...MANAGED_PARTS_KEY, search],
    `/parts?${buildListQuery({ search })}`,
    getMaxPartCount(search),
  ),
  placeholderData: keepPreviousData,
})

/** Removes a part from the cached lists until they are refetched. */
export function removeCachedPart(client: QueryClient, id: string): void {
  removeRow<Part>(client, MANAGED_PARTS_KEY, id)
}

/** Updates a part in the cache until it is refetched. */
export function updateCachedPart(client: QueryClient, part: Part): void {
  updateRow<Part>(client, MANAGED_PARTS_KEY, part._id, part)
  client.setQueryData([PARTS_QUERY_KEY, part._id], part)
}
