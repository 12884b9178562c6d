import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { paths } from '../../../paths.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'

interface AllPartsHeadProps {
  filters: PartFilters
  families: Family[] | undefined
  /** Search engines must not index an empty list. */
  isEmpty: boolean
}

/**
 * Title and metadata of the catalogue. All filters and sort orders share one canonical page: of all parts
 * or of one family. Searches have none.
 */
export function AllPartsHead({ filters, families = [], isEmpty }: AllPartsHeadProps) {
  const { search, after } = filters
  const [only, ...others] = filters.families
  const family = others.length === 0 ? families.find(({ slug }) => slug === only) : undefined
  const subject = family ? `${family.name} by Freehub` : 'All bicycle spare parts by Freehub'
  return (
    <PageHead
      title={search ? `Search: ${search}` : (family?.name ?? 'Bicycle Parts')}
      description={`${subject}, with drawings, sizes, stock, minimum order and price per unit. Straight from the maker, sold in bulk.`}
      path={
        search || isEmpty
          ? undefined
          : paths.filteredParts({ families: family && [family.slug], after })
      }
    />
  )
}
