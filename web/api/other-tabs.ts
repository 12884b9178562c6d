import type { QueryClient, QueryKey } from '@tanstack/react-query'

const channel = openChannel('freehub-queries')

/** Opens a channel to the other tabs. Returns undefined on the server, or if the browser has no BroadcastChannel. */
export function openChannel(name: string): BroadcastChannel | undefined {
  const isMissing = typeof BroadcastChannel === 'undefined' || import.meta.env?.SSR
  return isMissing ? undefined : new BroadcastChannel(name)
}

/** Refetches the queries whose keys begin with `queryKey`, in all tabs. */
export function refetchInAllTabs(client: QueryClient, queryKey: QueryKey): Promise<void> {
  notifyOtherTabs(queryKey)
  return client.invalidateQueries({ queryKey })
}

/** Makes the other tabs refetch the queries whose keys begin with `queryKey`. */
export function notifyOtherTabs(queryKey: QueryKey): void {
  channel?.postMessage(queryKey)
}

/** Refetches queries after changes in other tabs. Returns a function that removes the listener. */
export function followOtherTabs(client: QueryClient): () => void {
  const refetch = ({ data: queryKey }: MessageEvent<QueryKey>) =>
    void client.invalidateQueries({ queryKey })
  channel?.addEventListener('message', refetch)
  return () => channel?.removeEventListener('message', refetch)
}
