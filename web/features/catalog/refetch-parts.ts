import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { QueryClient } from '@tanstack/react-query'
import { notifyOtherTabs } from '../../api/other-tabs.ts'

/** Time until lists are current after a change. The server's caches may lag by a second. */
const LISTS_LAG_MS = 1100

let pendingRefetch: ReturnType<typeof setTimeout>

/** Marks cached parts as outdated. After `LISTS_LAG_MS`, refetches visible parts in all tabs. */
export function refetchParts(client: QueryClient): void {
  const parts = { queryKey: [PARTS_QUERY_KEY] }
  void client.invalidateQueries({ ...parts, refetchType: 'none' })
  clearTimeout(pendingRefetch)
  pendingRefetch = setTimeout(() => {
    // Do not cancel a page that is loading.
    void client.invalidateQueries(parts, { cancelRefetch: false })
    notifyOtherTabs(parts.queryKey)
  }, LISTS_LAG_MS)
}
