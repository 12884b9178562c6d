import { RATING_MAXIMUM } from '@freehub/contract/constants'
import { contactDetails } from '@freehub/contract/contact-details'
import type { ShopRating } from '@freehub/contract/reviews/reviews'
import { socialLinks } from './social-links.ts'

type Rated = Pick<ShopRating, 'average' | 'count'>

/** The shop as schema.org has it. Its rating is what its reviews say of it, not of any part. */
export function describeShop(origin: string, rating: Rated | undefined) {
  return {
    '@type': 'OnlineStore',
    '@id': `${origin}/#shop`,
    name: 'Freehub',
    description: 'Maker of bicycle spare parts, sold in bulk to dealers since 1994.',
    url: `${origin}/`,
    foundingDate: '1994',
    email: contactDetails.email,
    telephone: contactDetails.telephone,
    address: contactDetails.works,
    sameAs: socialLinks.map(({ href }) => href),
    ...(rating?.count && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.average,
        reviewCount: rating.count,
        bestRating: RATING_MAXIMUM,
        worstRating: 1,
      },
    }),
  }
}
