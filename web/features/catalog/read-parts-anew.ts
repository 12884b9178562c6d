import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { QueryClient } from '@tanstack/react-query'

/** The shop's lists of parts may be a second behind a change, and word of it takes its time too. */
const LISTS_LAG_MS = 1100

let waiting: ReturnType<typeof setTimeout>

/**
 * After a part came or went, or its stock did: counts what is kept of the parts as out of date, and reads what is
 * on the screen anew once no answer can be from before the change.
 */
export function readPartsAnew(client: QueryClient): void {
  const parts = { queryKey: [PARTS_QUERY_KEY] }
  void client.invalidateQueries({ ...parts, refetchType: 'none' })
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    // Whoever has just asked for more of a list gets it: that is not to be cancelled.
    void client.invalidateQueries(parts, { cancelRefetch: false })
  }, LISTS_LAG_MS)
}
