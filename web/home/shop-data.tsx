import { useQuery } from '@tanstack/react-query'
import { ratingSummary } from '../reviews/rating-summary.ts'
import { reviewsQuery } from '../reviews/reviews-query.ts'
import { describeShop } from '../shell/describe-shop.ts'
import { useSettings } from '../shell/settings.ts'
import { StructuredData } from '../shell/structured-data.tsx'

/**
 * The shop, and what the reviews on the page say of it together, for search engines. The server
 * alone writes it, and the browser leaves it as it came: nobody there reads it, and the first load
 * of the home page carries no word more than it must.
 */
export const ShopData = import.meta.env.SSR ? WrittenShopData : KeptShopData

function WrittenShopData() {
  const { origin } = useSettings()
  const { data: reviews = [] } = useQuery(reviewsQuery())
  const shop = describeShop(origin, ratingSummary(reviews))
  return <StructuredData data={{ '@context': 'https://schema.org', ...shop }} />
}

function KeptShopData() {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '{}' }}
    />
  )
}
