import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { Part } from '@freehub/contract/parts'
import type { QueryClient } from '@tanstack/react-query'
import { dropRow, listQuery, pagedList } from '../api/list-pages.ts'

const MANAGED = [PARTS_QUERY_KEY, 'managed']

/** All parts with their numbers as they are now, for those who manage them. */
export const managedPartsList = pagedList<Part>(MANAGED, `/parts?${listQuery({})}`)

/** Shows at once that a part is gone; the lists are then read again. */
export function dropPart(client: QueryClient, id: string): void {
  dropRow<Part>(client, MANAGED, id)
}
