import type { Part } from '@freehub/contract/catalog/parts'
import {
  CACHE_TTL_MS,
  HOME_PREVIEW_SIZE,
  PARTS_QUERY_KEY,
  PARTS_QUERY_RETRIES,
} from '@freehub/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Fetch } from '../../../api/send.ts'

/** Query of the parts on the home page. Only the server passes `fetch`. */
export function partsPreviewQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: [PARTS_QUERY_KEY, { size: HOME_PREVIEW_SIZE }],
    queryFn: ({ signal }) =>
      call<Part[]>('GET', `/parts?size=${HOME_PREVIEW_SIZE}`, { signal, fetch }),
    staleTime: CACHE_TTL_MS,
    retry: PARTS_QUERY_RETRIES,
  })
}
