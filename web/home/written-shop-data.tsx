import { useQuery } from '@tanstack/react-query'
import { shopRatingQuery } from '../reviews/shop-rating-query.ts'
import { describeShop } from '../shell/describe-shop.ts'
import { useSettings } from '../shell/settings.ts'
import { StructuredData } from '../shell/structured-data.tsx'

/** The shop as schema.org has it, rated by all its reviews. */
export function WrittenShopData() {
  const { origin } = useSettings()
  const { data: rating } = useQuery(shopRatingQuery())
  const shop = describeShop(origin, rating)
  return <StructuredData data={{ '@context': 'https://schema.org', ...shop }} />
}
