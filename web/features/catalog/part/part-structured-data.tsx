import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../../settings.ts'
import { describeShop } from '../../../ui/page/describe-shop.ts'
import { StructuredData } from '../../../ui/page/structured-data.tsx'
import { shopRatingQuery } from '../../reviews/shop-rating-query.ts'
import { describePart } from './describe-part.ts'

/** A part's structured data for search engines. */
export function PartStructuredData(props: { part: Part; details: PartDetails | undefined }) {
  const { origin } = useSettings()
  const { data: rating } = useQuery(shopRatingQuery())
  return (
    <StructuredData
      data={describePart({ ...props, origin, seller: describeShop(origin, rating) })}
    />
  )
}
