import type { Part } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { partsCountedUpTo } from '../../../api/counted.ts'
import { changeRow, dropRow, listQuery, pagedList } from '../../../api/list-pages.ts'

const MANAGED = [PARTS_QUERY_KEY, 'managed']

/** The parts that a search finds with their numbers as they are now, for those who manage them; without one, all. */
export const managedPartsList = (search: string) => ({
  ...pagedList<Part>(
    [...MANAGED, search],
    `/parts?${listQuery({ search })}`,
    partsCountedUpTo(search),
  ),
  placeholderData: keepPreviousData,
})

/** Shows at once that a part is gone; the lists are then read again. */
export function dropPart(client: QueryClient, id: string): void {
  dropRow<Part>(client, MANAGED, id)
}

/** Shows at once what a part has become; the lists are then read again. */
export function showPart(client: QueryClient, part: Part): void {
  changeRow<Part>(client, MANAGED, part._id, part)
  client.setQueryData([PARTS_QUERY_KEY, part._id], part)
}
