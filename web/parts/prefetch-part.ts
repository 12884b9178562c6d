import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../api/send.ts'
import { onePart, partDetails, partRelations } from './part-queries.ts'

export async function prefetchPart(client: QueryClient, fetch: Fetch, url: URL): Promise<void> {
  const id = url.pathname.split('/').at(-1) ?? ''
  await Promise.all([
    client.prefetchQuery(onePart(id, fetch)),
    client.prefetchQuery(partDetails(id, fetch)),
    client.prefetchQuery(partRelations(id, fetch)),
  ])
}
