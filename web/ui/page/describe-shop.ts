import { RATING_MAXIMUM } from '@freehub/contract/constants'
import { contactDetails, socialLinks } from '@freehub/contract/contact-details'
import type { ShopRating } from '@freehub/contract/reviews/review-schemas'

/** Describes the shop as a schema.org OnlineStore. Reviews rate the shop, not its parts. */
export function describeShop(origin: string, rating?: Pick<ShopRating, 'average' | 'count'>) {
  return {
    '@type': 'OnlineStore',
    '@id': `${origin}/#shop`,
    name: 'Freehub',
    description: 'Maker of bicycle spare parts, sold in bulk to dealers since 1994.',
    url: `${origin}/`,
    foundingDate: '1994',
    email: contactDetails.email,
    telephone: contactDetails.telephone,
    address: contactDetails.address,
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
