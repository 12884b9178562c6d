import type { ImportRow, PartImport } from '@freehub/contract/catalog/imports'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { listQuery, pagedList } from '../../../api/list-pages.ts'

const IMPORTS = ['imports']

/** So often somebody who watches is told how far it is. */
const LOOK_EVERY_MS = 700

/** The last imports. */
export const importsQuery = queryOptions({
  queryKey: [...IMPORTS, 'list'],
  queryFn: ({ signal }) => call<PartImport[]>('GET', '/api/imports', { signal }),
  staleTime: 0,
})

/** How far an import is, asked again and again while it is at work. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS, id],
    queryFn: ({ signal }) => call<PartImport>('GET', addressOf(id), { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => isAtWork(state.data) && LOOK_EVERY_MS,
  })

/** The rows of an import of one fate, or all. What is said of them changes when it is applied. */
export const importRowsList = ({ _id, state }: PartImport, fate: string) =>
  pagedList<ImportRow>(
    [...IMPORTS, _id, 'rows', state, fate],
    `${addressOf(_id)}/rows?${listQuery({ fate })}`,
  )

export function isAtWork(one: PartImport | undefined): boolean {
  return one?.state === 'reading' || one?.state === 'applying'
}

/** Lets what was read become true. */
export function applyImport(id: string, leaveStock: boolean): Promise<PartImport> {
  return call('POST', `${addressOf(id)}/application`, { body: { leaveStock } })
}

/** Ends an import; what is done of it stays. */
export function cancelImport(id: string): Promise<PartImport> {
  return call('POST', `${addressOf(id)}/cancellation`)
}

/** Shows at once what the shop says of an import. */
export function keepImport(client: QueryClient, one: PartImport): void {
  client.setQueryData(importQuery(one._id).queryKey, one)
}

function addressOf(id: string): string {
  return `/api/imports/${encodeURIComponent(id)}`
}
