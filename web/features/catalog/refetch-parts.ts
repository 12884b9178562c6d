import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { QueryClient } from '@tanstack/react-query'

/** Part lists may be one second stale in server caches; invalidation takes a moment more. */
const LISTS_LAG_MS = 1100

let pendingRefetch: ReturnType<typeof setTimeout>

/** Marks cached parts as stale after a change. Refetches the visible ones once server caches are current. */
export function refetchParts(client: QueryClient): void {
  const parts = { queryKey: [PARTS_QUERY_KEY] }
  void client.invalidateQueries({ ...parts, refetchType: 'none' })
  clearTimeout(pendingRefetch)
  pendingRefetch = setTimeout(() => {
    // Do not cancel a page that is being loaded.
    void client.invalidateQueries(parts, { cancelRefetch: false })
  }, LISTS_LAG_MS)
}
