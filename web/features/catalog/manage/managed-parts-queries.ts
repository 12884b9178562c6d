import type { PartSort } from '@freehub/contract/catalog/part-filters'
import type {
  ManagedPart,
  ManagedPartsStatus,
  Part,
  PartDetails,
  PartFits,
  PartUpdate,
} from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { CallError, isNotFound } from '../../../api/call-error.ts'
import { getMaxPartCount } from '../../../api/capped-count.ts'
import { rowCountQuery } from '../../../api/lists/cursor-page.ts'
import { buildListQuery, type ListPage, pagedListQuery } from '../../../api/lists/paged-list.ts'
import { useSend } from '../../../api/use-send.ts'
import type { ListFilters } from '../../../ui/lists/use-list-filters.ts'
import { refetchParts } from '../refetch-parts.ts'
import { toPriceSteps } from './price-step-fields.tsx'
import type { Product } from './product-form-values.ts'

const MANAGED_PARTS_KEY = [PARTS_QUERY_KEY, 'managed']

/** Filters of the product list for staff. An empty status means `sale`. */
export interface ProductFilters extends ListFilters {
  status: ManagedPartsStatus | ''
  /** The slug of a family. */
  family: string
  /** Only for parts on sale. */
  sort: PartSort | ''
}

const PATH = '/api/managed-parts'

type ListedProducts = Pick<ProductFilters, 'search' | 'status' | 'family' | 'sort'>

export const managedPartsQuery = ({ search, status, family, sort }: ListedProducts) => ({
  ...pagedListQuery<ManagedPart>(
    [...MANAGED_PARTS_KEY, 'pages', search, status, family, sort],
    () => `${PATH}?${buildListQuery({ search, status, family, sort })}`,
    getMaxManagedCount(search, status),
  ),
  placeholderData: keepPreviousData,
})

/** Returns the count limit of a list. Lists with parts on sale are counted like those of the catalog. */
export const getMaxManagedCount = (search: string, status: ProductFilters['status']) =>
  status === 'archived' ? undefined : getMaxPartCount({ search })

export const managedPartsCountQuery = ({ sort: _, ...filters }: ProductFilters) =>
  rowCountQuery([...MANAGED_PARTS_KEY, 'count'], PATH, filters)

/** Returns the query for a part on sale, with the fields that only staff see. Null if it is not on sale. */
export const managedPartQuery = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_PARTS_KEY, id],
    queryFn: async ({ signal }) => {
      const [part] = await call<ManagedPart[]>('GET', `${PATH}?id=${id}`, { signal })
      return part ?? null
    },
  })

/** Returns the query for all data of a part that staff edit. Null if the part is not on sale. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id, 'product'],
    queryFn: async ({ signal }): Promise<Product | null> => {
      const path = `/parts/${encodeURIComponent(id)}`
      try {
        const [part, details, { entries }] = await Promise.all([
          call<Part>('GET', path, { withoutToken: true, signal }),
          call<PartDetails>('GET', `/api${path}`, { withoutToken: true, signal }),
          call<PartFits>('GET', `/api${path}/fits`, { signal }),
        ])
        return { ...part, ...details, fits: entries }
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })

export function removeCachedPart(client: QueryClient, id: string): void {
  updateCachedPages(client, (pages) => {
    const isListed = pages.some(({ rows }) => rows.some((part) => part._id === id))
    if (!isListed) return pages
    return pages.map((page) => ({
      ...page,
      rows: page.rows.filter((part) => part._id !== id),
      // A capped total is a lower bound, which one part less does not change.
      total: page.total && !page.isTotalCapped ? page.total - 1 : page.total,
    }))
  })
}

export function updateCachedPart(client: QueryClient, part: Part & Partial<ManagedPart>): void {
  updateCachedPages(client, (pages) =>
    pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row._id === part._id ? { ...row, ...part } : row)),
    })),
  )
  client.setQueryData([PARTS_QUERY_KEY, part._id], part)
}

function updateCachedPages(
  client: QueryClient,
  update: (pages: ListPage<ManagedPart>[]) => ListPage<ManagedPart>[],
): void {
  client.setQueriesData<{ pages: ListPage<ManagedPart>[] }>(
    { queryKey: [...MANAGED_PARTS_KEY, 'pages'] },
    (list) => list && { ...list, pages: update(list.pages) },
  )
}

interface PartChange {
  id: string
  change: PartUpdate
}

/**
 * Changes a part. After a conflict, a part that already has the values counts as changed. Its response was lost.
 * `onSaved` also runs after the user has left the screen.
 */
export function useChangePart(onSaved?: () => void) {
  const client = useQueryClient()

  return useSend({
    mutationFn: async ({ id, change }: PartChange) => {
      try {
        return await call<Part>('PATCH', `/api/parts/${encodeURIComponent(id)}`, { body: change })
      } catch (error) {
        if (!isPartChangedError(error)) throw error
        const query = productQuery(id)
        // A pending read may return the part before the change.
        await client.cancelQueries({ queryKey: query.queryKey })
        // If the read fails, the conflict is shown.
        const product = await client.fetchQuery(query).catch(() => null)
        if (product) updateCachedPart(client, product)
        if (!product || !matchesChange(product, change)) throw error
        return product
      }
    },
    onSuccess: (part) => {
      updateCachedPart(client, part)
      onSaved?.()
    },
    onSettled: () => refetchParts(client),
  })
}

/** True if another user has changed the part since it was read. */
export function isPartChangedError(error: unknown): boolean {
  return error instanceof CallError && error.problem.code === 'part_changed'
}

/** True if the part has all values of the change. Ignores the sequence of lists, because the server sorts fits. */
export function matchesChange(product: Product, { seen: _, ...change }: PartUpdate): boolean {
  const toText = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)
  const stored: PartUpdate = { ...product, ...toPriceSteps(product) }
  const names = Object.keys(change) as (keyof typeof change)[]
  return names.every((name) => toText(stored[name]) === toText(change[name]))
}
