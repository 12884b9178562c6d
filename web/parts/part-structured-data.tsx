import type { Part, PartDetails } from '@freehub/contract/parts'
import { useQuery } from '@tanstack/react-query'
import { shopRatingQuery } from '../reviews/shop-rating-query.ts'
import { describeShop } from '../shell/describe-shop.ts'
import { useSettings } from '../shell/settings.ts'
import { StructuredData } from '../shell/structured-data.tsx'
import { describePart } from './describe-part.ts'

/** The part, its offer and the way to it, for search engines. */
export function PartStructuredData(about: { part: Part; details: PartDetails | undefined }) {
  const { origin } = useSettings()
  const { data: rating } = useQuery(shopRatingQuery())
  return (
    <StructuredData
      data={describePart({ ...about, origin, seller: describeShop(origin, rating) })}
    />
  )
}
