import type { IncomingMessage } from 'node:http'
import { parsePartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import { customerPages, pagePaths, pages, publicPages } from '@freehub/contract/pages'
import { isId, readId } from '@freehub/contract/read-id'

const PAGE_NOT_FOUND = '/page-not-found'

/** Returns the URL of a request. Replaces a browser's URL that the router cannot parse by that of the error page. */
export function replaceUnparsableUrl({ url = '/', headers }: IncomingMessage): string {
  if (!url.includes('%') || !headers.accept?.includes('text/html')) return url
  const [path = ''] = url.split('?')
  return path.split('/').every(isDecodable) ? url : PAGE_NOT_FOUND
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

/** Returns the URL of the search if the URL of a part has a part number instead of an id. */
export function findPartNumberSearch(url: string): string | undefined {
  const [, partNumber] = /^\/allParts\/(fh-?\d{5}-?\d)(?:\?|$)/i.exec(url) ?? []
  return partNumber && `${pagePaths.allParts}?search=${partNumber}`
}

/** Converts a URL to the URL that the server renders and caches, so that random URLs cannot fill the cache. */
export function normalizePageUrl(url: string): string {
  const absoluteUrl = `http://shop${url}`
  if (!URL.canParse(absoluteUrl)) return PAGE_NOT_FOUND
  const { pathname, searchParams } = new URL(absoluteUrl)
  const path = readPath(pathname)
  const page = findPage(path)
  switch (page) {
    case undefined:
      return PAGE_NOT_FOUND
    case 'allParts':
      return addQuery(path, serializePartFilters(parsePartFilters(searchParams)))
    case 'part':
      return isId(path.split('/')[2] ?? '') ? path : PAGE_NOT_FOUND
    case 'home':
    case 'homeAlias': {
      const after = readId(searchParams.get('after'))
      return addQuery(path, new URLSearchParams(after && { after }))
    }
    // The server renders only the layout of these screens. All screens with the same layout share one cached page.
    case 'purchase':
      return pagePaths.purchase('part')
    case 'checkout':
    case 'orderPad':
      return path
    default:
      return page in publicPages ? path : customerPages.myProfile
  }
}

const patterns = Object.entries(pages).map(([name, path]) => ({
  name: name as keyof typeof pages,
  pattern: new RegExp(`^${path.replace(/:.+/, '[^/]+')}$`),
}))

function findPage(path: string): keyof typeof pages | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.name
}

function addQuery(path: string, params: URLSearchParams): string {
  return params.size > 0 ? `${path}?${params}` : path
}

/** Parses a path like the browser's router, so that server and browser show the same page. */
function readPath(pathname: string): string {
  const segments = pathname.split('/').map(decodeSegment)
  const last = Math.max(segments.findLastIndex(Boolean), 1)
  return segments.slice(0, last + 1).join('/')
}

function decodeSegment(segment: string): string {
  return isDecodable(segment) ? decodeURIComponent(segment).replaceAll('/', '%2F') : segment
}
