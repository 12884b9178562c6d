import type { PartImport } from '@freehub/contract/catalog/imports'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cacheImport, importQuery } from './imports-queries.ts'

test('a read that started before a change does not overwrite the changed import', async () => {
  const client = new QueryClient()
  const read = { _id: '1', state: 'read' } as PartImport
  await cacheImport(client, read)
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => promise)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  const refetch = client.fetchQuery(importQuery('1')).catch(() => {})
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  await cacheImport(client, { ...read, state: 'applying' })
  resolve(Response.json(read))
  await refetch
  expect(client.getQueryData(importQuery('1').queryKey)?.state).toBe('applying')
})
