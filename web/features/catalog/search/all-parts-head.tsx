import type { Family } from '@freehub/contract/catalog/parts'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { paths } from '../../../paths.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'

interface AllPartsHeadProps {
  wanted: PartsWanted
  families: Family[] | undefined
  /** There is nothing in the list: no page for search engines. */
  empty: boolean
}

/**
 * The catalogue as it is found and shared. However it is filtered and sorted, it is one page: the
 * whole, or that of a family. What somebody searched for is nobody else's page.
 */
export function AllPartsHead({ wanted, families = [], empty }: AllPartsHeadProps) {
  const { search, after } = wanted
  const [only, ...others] = wanted.families
  const family = others.length === 0 ? families.find(({ slug }) => slug === only) : undefined
  const whose = family ? `${family.name} by Freehub` : 'All bicycle spare parts by Freehub'
  return (
    <PageHead
      title={search ? `Search: ${search}` : (family?.name ?? 'Bicycle Parts')}
      description={`${whose}, with drawings, sizes, stock, minimum order and price per unit. Straight from the maker, sold in bulk.`}
      path={
        search || empty
          ? undefined
          : paths.partsWanted({ families: family && [family.slug], after })
      }
    />
  )
}
