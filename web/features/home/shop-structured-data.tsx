import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../page-settings.ts'
import { describeShop } from '../../ui/page/describe-shop.ts'
import { StructuredData } from '../../ui/page/structured-data.tsx'
import { shopRatingQuery } from '../reviews/reviews-query.ts'

export function ShopStructuredData() {
  const { origin } = useSettings()
  const { data: rating } = useQuery(shopRatingQuery())
  const shop = describeShop(origin, rating)
  return <StructuredData data={{ '@context': 'https://schema.org', ...shop }} />
}
