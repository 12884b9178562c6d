import { useQuery } from '@tanstack/react-query'
import { ratingSummary } from '../reviews/rating-summary.ts'
import { reviewsQuery } from '../reviews/reviews-query.ts'
import { describeShop } from '../shell/describe-shop.ts'
import { useSettings } from '../shell/settings.ts'
import { StructuredData } from '../shell/structured-data.tsx'

/** The shop as schema.org has it, rated by the reviews that the page shows. */
export function WrittenShopData() {
  const { origin } = useSettings()
  const { data: reviews = [] } = useQuery(reviewsQuery())
  const shop = describeShop(origin, ratingSummary(reviews))
  return <StructuredData data={{ '@context': 'https://schema.org', ...shop }} />
}
