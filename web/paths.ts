import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import { pagePaths, pages } from '@freehub/contract/pages'

/** The paths of all screens. Links use these instead of literal paths. */
export const paths = {
  ...pagePaths,
  dashboard: pages.myProfile,
  filteredParts: (filters: Partial<PartFilters>) => {
    const query = serializePartFilters(filters).toString()
    return query ? `${pages.allParts}?${query}` : pages.allParts
  },
  /** The purchase page. Its form starts with the quantity, else with the draft or the minimum order. */
  purchase: (id: string, quantity?: number) =>
    quantity ? `${pagePaths.purchase(id)}?quantity=${quantity}` : pagePaths.purchase(id),
  /** The form for a new product, filled with the data of this product. */
  similarProduct: (id: string) => `${pages.addProduct}?like=${id}`,
  loginFromProvider: `${pages.login}?from=provider`,
  contactUs: '/#contact-us',
  reviews: '/#reviews',
  reviewsAfter: (id: string) => `/?after=${id}#reviews`,
} as const
