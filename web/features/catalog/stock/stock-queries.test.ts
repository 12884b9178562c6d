import type { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/query-client.ts'
import type { DateFilters } from '../../../ui/lists/date-filter.tsx'
import { importsQuery } from '../imports/imports-queries.ts'
import { partStockQuery } from './stock-queries.ts'

const today: DateFilters = { period: 'today', from: '', until: '' }

afterEach(() => void vi.useRealTimers())

test.each<[string, (client: QueryClient) => Promise<unknown>]>([
  ['movements', (client) => client.fetchInfiniteQuery(partStockQuery('part', today))],
  ['imports', (client) => client.fetchInfiniteQuery(importsQuery(today))],
])(
  'a list of the %s of today that is fetched again after midnight begins at the new day',
  async (_, fetchList) => {
    const fetch = vi.fn(async (_url: string) => Response.json([]))
    vi.stubGlobal('fetch', fetch)
    const days = [new Date(2030, 0, 1), new Date(2030, 0, 2)]
    const client = createQueryClient()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2030, 0, 1, 23, 50) })
    await fetchList(client)
    vi.setSystemTime(new Date(2030, 0, 2, 8))
    await client.refetchQueries()
    const starts = fetch.mock.calls.map(([url]) =>
      new URLSearchParams(url.split('?')[1]).get('from'),
    )
    expect(starts).toEqual(days.map((day) => day.toISOString()))
  },
)
