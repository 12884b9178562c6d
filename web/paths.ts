import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import { pages } from '@freehub/contract/pages'

type Pages = typeof pages

/** The path of each page: a text, or a function of the page's parameter. */
type PagePaths = {
  [Name in keyof Pages]: Pages[Name] extends `${string}:${string}`
    ? (parameter: string) => string
    : Pages[Name]
}

const toPath = (pattern: string) =>
  pattern.includes(':')
    ? (parameter: string) => pattern.replace(/:.+/, () => encodeURIComponent(parameter))
    : pattern

const pagePaths = Object.fromEntries(
  Object.entries(pages).map(([name, pattern]) => [name, toPath(pattern)]),
) as PagePaths

/** The paths of all screens. Links use these instead of literal paths. */
export const paths = {
  ...pagePaths,
  dashboard: pages.myProfile,
  filteredParts: (filters: Partial<PartFilters>) => {
    const query = serializePartFilters(filters).toString()
    return query ? `${pages.allParts}?${query}` : pages.allParts
  },
  loginFromProvider: `${pages.login}?from=provider`,
  contactUs: '/#contact-us',
  reviews: '/#reviews',
  reviewsAfter: (id: string) => `/?after=${id}#reviews`,
} as const
