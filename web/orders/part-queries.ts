import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { Part, PartDetails } from '@freehub/contract/parts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A part with its numbers as they are now. */
export const partToOrder = (id: string) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id],
    queryFn: ({ signal }) =>
      call<Part>('GET', `/parts/${encodeURIComponent(id)}`, { plain: true, signal }),
    staleTime: 0,
  })

/** Number, family and dimensions: they do not change while one looks. */
export const partDetails = (id: string) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id, 'details'],
    queryFn: ({ signal }) =>
      call<PartDetails>('GET', `/api/parts/${encodeURIComponent(id)}`, { plain: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
