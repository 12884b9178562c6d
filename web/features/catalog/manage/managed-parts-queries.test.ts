import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  getMaxManagedCount,
  managedPartsQuery,
  type ProductFilters,
  removeCachedPart,
} from './managed-parts-queries.ts'

test('removes a part from the lists that contain it, and lowers their exact totals', () => {
  const client = new QueryClient()
  const key = (filters: Partial<ProductFilters>): QueryKey =>
    managedPartsQuery({ search: '', status: '', family: '', sort: '', ...filters }).queryKey
  const sale = key({})
  const found = key({ search: 'chain' })
  const archived = key({ status: 'archived' })
  const page = (ids: string[], total: number, isTotalCapped = false) => ({
    pages: [{ rows: ids.map((_id) => ({ _id })), total, isTotalCapped }],
  })
  client.setQueryData(sale, page(['a', 'b'], 2))
  client.setQueryData(found, page(['a'], 500, true))
  client.setQueryData(archived, page(['c'], 7))

  removeCachedPart(client, 'a')

  expect(client.getQueryData(sale)).toEqual(page(['b'], 1))
  expect(client.getQueryData(found)).toEqual(page([], 500, true))
  expect(client.getQueryData(archived)).toEqual(page(['c'], 7))
})

test('counts the matches of a search up to 500, except among archived parts', () => {
  expect(getMaxManagedCount('chain', '')).toBe(500)
  expect(getMaxManagedCount('', '')).toBe(10_000)
  expect(getMaxManagedCount('chain', 'all')).toBe(500)
  expect(getMaxManagedCount('chain', 'archived')).toBeUndefined()
})
