import type { CopiedLines } from '@freehub/contract/cart/cart'
import type {
  ChangedSavedList,
  ListedSavedList,
  NewSavedList,
  SavedList,
  SavedListChanges,
  SavedListEntry,
} from '@freehub/contract/saved-lists/saved-list-schemas'
import { call } from '../../api/call.ts'
import { sendAgainIfUnknown } from '../../api/call-error.ts'
import { deleteOnce } from '../../api/delete-once.ts'
import { getQuery } from '../../api/get-query.ts'

/** Prefix of the keys of all queries of saved lists. */
export const LISTS_QUERY_KEY = ['lists']

const toPath = (id: string) => `/api/lists/${encodeURIComponent(id)}`

export const savedListsQuery = getQuery<ListedSavedList[]>(
  [...LISTS_QUERY_KEY, 'all'],
  '/api/lists',
)

export const savedListQuery = (id: string) =>
  getQuery<SavedList>([...LISTS_QUERY_KEY, id], toPath(id))

export const addSavedList = (body: NewSavedList, headers: Record<string, string>) =>
  call<SavedListEntry>('POST', '/api/lists', { body, headers })

export const changeSavedList = (id: string, body: SavedListChanges, key: string) =>
  call<ChangedSavedList>('PATCH', toPath(id), {
    body,
    headers: { 'Idempotency-Key': key },
    // The request must complete even if the user closes the page.
    keepalive: true,
  })

export const deleteSavedList = (id: string) => deleteOnce(toPath(id))

export function addSavedListToCart(id: string): Promise<CopiedLines> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  return sendAgainIfUnknown(() => call<CopiedLines>('POST', `${toPath(id)}/cart`, { headers }))
}
