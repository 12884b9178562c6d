import { readPartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import { readId } from '@freehub/contract/read-id'

/**
 * Normalizes a URL to the cache key under which its page is rendered. Removes everything that does not change
 * the server's page, so that random URLs cannot fill the cache.
 */
export function normalizePageUrl(url: string): string {
  const address = `http://shop${url}`
  if (!URL.canParse(address)) return '/page-not-found'
  const { pathname, searchParams } = new URL(address)
  const path = readPath(pathname)
  if (path === '/allParts') {
    const query = serializePartFilters(readPartFilters(searchParams)).toString()
    return query ? `${path}?${query}` : path
  }
  if (partPath.test(path)) return path
  if (path === '/' || path === '/home') {
    const after = readId(searchParams.get('after'))
    return after ? `${path}?after=${after}` : path
  }
  if (pathsWithoutQuery.has(path)) return path
  // Screens for signed-in users are rendered in the browser. The server renders only their frame.
  if (/^\/purchase\/[^/]+$/.test(path)) return '/purchase/part'
  if (dashboardPaths.test(path)) return '/dashboard'
  return '/page-not-found'
}

/**
 * Parses a path like the browser's router: decoded, without trailing slashes. Otherwise a URL could be a 404
 * from the server and a page after hydration.
 */
function readPath(pathname: string): string {
  const segments = pathname.split('/').map(decodeSegment)
  const last = Math.max(segments.findLastIndex(Boolean), 1)
  return segments.slice(0, last + 1).join('/')
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}

/** Pages that ignore the query. */
const pathsWithoutQuery = new Set([
  '/blogs',
  '/login',
  '/login/forgot',
  '/login/reset',
  '/login/code',
  '/login/phone',
  '/confirm-email',
])

const partPath = /^\/allParts\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const dashboardPaths =
  /^\/dashboard(\/(overview|profileUpdate|account|myOrders|addReview|(order|payment|stock|editProduct|people)\/[^/]+|manageOrders|addProduct|makeAdmin|manageReviews|manageProducts|importProducts(\/[^/]+)?))?$/
