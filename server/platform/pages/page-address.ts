import { partsWantedQuery, readPartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { readId } from '@freehub/contract/read-id'

/**
 * The address under which a page is rendered and kept. Everything that makes no difference to the
 * server's page is dropped, so that nobody can fill the memory with pages of his own naming.
 */
export function pageAddress(url: string): string {
  const address = `http://shop${url}`
  if (!URL.canParse(address)) return '/page-not-found'
  const { pathname, searchParams } = new URL(address)
  const path = readPath(pathname)
  if (path === '/allParts') {
    const query = partsWantedQuery(readPartsWanted(searchParams)).toString()
    return query ? `${path}?${query}` : path
  }
  if (partPath.test(path)) return path
  if (path === '/' || path === '/home') {
    const after = readId(searchParams.get('after'))
    return after ? `${path}?after=${after}` : path
  }
  if (plainPaths.has(path)) return path
  // Signed-in screens are completed in the browser: the server knows only their frame.
  if (/^\/purchase\/[^/]+$/.test(path)) return '/purchase/part'
  if (dashboardPaths.test(path)) return '/dashboard'
  return '/page-not-found'
}

/**
 * A path as the browser's router reads it, decoded and without slashes at its end. Read otherwise
 * here, an address would be no page from the server, and one as soon as it wakes.
 */
function readPath(pathname: string): string {
  const segments = pathname.split('/').map(decoded)
  const last = Math.max(segments.findLastIndex(Boolean), 1)
  return segments.slice(0, last + 1).join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}

/** Pages that are the same whatever is asked of them. */
const plainPaths = new Set([
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
