import type { PaletteResults } from '@freehub/contract/palette/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Searches the shop for the palette. Shows the previous results while it loads. */
export const paletteSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['palette', search],
    queryFn: ({ signal }) =>
      call<PaletteResults>('GET', `/api/palette?search=${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Fail offline instead of pausing, which would look like an empty result.
    networkMode: 'always',
    retry: 1,
    staleTime: 10_000,
  })
