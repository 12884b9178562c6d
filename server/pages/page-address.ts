import { partsWantedQuery, readPartsWanted } from '@freehub/contract/parts-wanted'

/**
 * The address under which a page is rendered and kept. Everything that makes no difference to the
 * server's page is dropped, so that nobody can fill the memory with pages of his own naming.
 */
export function pageAddress(url: string): string {
  const address = `http://shop${url}`
  if (!URL.canParse(address)) return '/page-not-found'
  const { pathname, searchParams } = new URL(address)
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (path === '/allParts') {
    const query = partsWantedQuery(readPartsWanted(searchParams)).toString()
    return query ? `${path}?${query}` : path
  }
  if (partPath.test(path)) return path
  if (['/', '/home', '/blogs', '/login'].includes(path)) return path
  // Signed-in screens are completed in the browser: the server knows only their frame.
  if (/^\/purchase\/[^/]+$/.test(path)) return '/purchase/part'
  if (dashboardPaths.test(path)) return '/dashboard'
  return '/page-not-found'
}

const partPath = /^\/allParts\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const dashboardPaths =
  /^\/dashboard(\/(profileUpdate|myOrders|addReview|payment\/[^/]+|manageOrders|addProduct|makeAdmin|manageProducts))?$/
