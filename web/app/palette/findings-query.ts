import type { Findings } from '@freehub/contract/palette/palette'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What the shop finds for these words. Until it is here, what was found before stays. */
export const findings = (search: string) =>
  queryOptions({
    queryKey: ['palette', search],
    queryFn: ({ signal }) =>
      call<Findings>('GET', `/api/palette?search=${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Offline it fails, which is said: waiting would look as if nothing were found.
    networkMode: 'always',
    retry: 1,
    staleTime: 10_000,
  })
