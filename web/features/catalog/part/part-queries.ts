import type { Part, PartDetails, PartRelations } from '@freehub/contract/catalog/parts'
import { CACHE_LIFE_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isMissing } from '../../../api/missing.ts'
import type { Fetch } from '../../../api/send.ts'

/**
 * A part with its numbers as they are now, or null where the shop has none: that is an answer too,
 * which travels in the page and need not be asked for again. `fetch` is given by the server alone.
 */
export const onePart = (id: string, fetch?: Fetch) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id],
    queryFn: ({ signal }): Promise<Part | null> =>
      call<Part>('GET', `/parts/${encodeURIComponent(id)}`, { plain: true, signal, fetch }).catch(
        noneIfMissing,
      ),
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 0),
  })

function noneIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Number, family, dimensions and price steps: they do not change while one looks. */
export const partDetails = (id: string, fetch?: Fetch) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id, 'details'],
    queryFn: ({ signal }) =>
      call<PartDetails>('GET', `/api/parts/${encodeURIComponent(id)}`, {
        plain: true,
        signal,
        fetch,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a part goes together with, and what is like it. */
export const partRelations = (id: string, fetch?: Fetch) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id, 'relations'],
    queryFn: ({ signal }) =>
      call<PartRelations>('GET', `/api/parts/${encodeURIComponent(id)}/relations`, {
        plain: true,
        signal,
        fetch,
      }),
    staleTime: CACHE_LIFE_MS,
  })
