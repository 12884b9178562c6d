import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findPartNumberSearch,
  normalizePageUrl,
  replaceUnparsableUrl,
} from './normalize-page-url.ts'

const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'

test.each([
  ['/', '/'],
  ['/?utm_source=somewhere', '/'],
  ['/#contact-us', '/'],
  ['/home/', '/home'],
  [`/?x=1&after=${id}#reviews`, `/?after=${id}`],
  [`/home?after=${id}`, `/home?after=${id}`],
  ['/?after=x', '/'],
  ['/blogs?x=1', '/blogs'],
  ['/login?from=/dashboard', '/login'],
  ['/login/forgot/', '/login/forgot'],
  ['/login/reset?token=abc', '/login/reset'],
  ['/confirm-email?token=abc', '/confirm-email'],
  ['/allParts/', '/allParts'],
  ['/allParts?', '/allParts'],
  ['/allParts?page=2&fbclid=abc', '/allParts'],
  ['/allParts?sort=price&search=chain', '/allParts?search=chain&sort=price'],
  ['/allParts?search=+chain++&sort=price&sort=name', '/allParts?search=chain&sort=price'],
  ['/allParts?family=hubs&family=chains', '/allParts?family=chains%2Chubs'],
  [`/allParts?after=${id}`, `/allParts?after=${id}`],
  [`/allParts/${id}`, `/allParts/${id}`],
  [`/allParts/${id}/?size=6`, `/allParts/${id}`],
  ['//', '/'],
  ['/allParts//', '/allParts'],
  ['/%61llParts?search=chain', '/allParts?search=chain'],
  [`/allParts/%30${id.slice(1)}`, `/allParts/${id}`],
])('normalizes %s to %s', (url, normalized) => {
  expect(normalizePageUrl(url)).toBe(normalized)
})

test.each([
  [`/purchase/${id}`, '/purchase/part'],
  ['/purchase/anything', '/purchase/part'],
  ['/checkout?a=b', '/checkout'],
  ['/orderPad?a=b', '/orderPad'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/myOrders?tab=1', '/dashboard'],
  ['/dashboard/account?error=access_denied', '/dashboard'],
  [`/dashboard/payment/${id}`, '/dashboard'],
  [`/dashboard/order/${id}`, '/dashboard'],
])('renders only the frame of %s', (url, normalized) => {
  expect(normalizePageUrl(url)).toBe(normalized)
})

test.each([
  '/nowhere',
  '/allparts',
  '/allParts/7',
  `/allParts/${id.toUpperCase()}`,
  '/allParts/x/y',
  '/dashboard/nowhere',
  '/login/nowhere',
  '/login/reset/abc',
  '/purchase/',
  '/%',
  '/%00',
  '/%2561llParts',
  `/allParts%2F${id}`,
  '//allParts',
  '/allParts/%zz',
  '/home/home',
  '/constructor',
])('treats %s as an unknown page', (url) => {
  expect(normalizePageUrl(url)).toBe('/page-not-found')
})

test.each([
  ['/allParts/%zz', 'text/html,*/*', '/page-not-found'],
  ['/%E0%A4%A?x=1', 'text/html,*/*', '/page-not-found'],
  ['/allParts/%41?search=%zz', 'text/html,*/*', '/allParts/%41?search=%zz'],
  ['/parts/%zz', 'application/json', '/parts/%zz'],
  ['/parts/%zz', undefined, '/parts/%zz'],
])('routes %s for a client that accepts %s as %s', (url, accept, routed) => {
  expect(replaceUnparsableUrl({ url, headers: { accept } } as IncomingMessage)).toBe(routed)
})

test.each([
  ['/allParts/FH-10110-7', '/allParts?search=FH-10110-7'],
  ['/allParts/fh-10110-7?x=1', '/allParts?search=fh-10110-7'],
  ['/allParts?search=chain', undefined],
  [`/allParts/${id}`, undefined],
  ['/allParts/7', undefined],
  ['/allParts/fh-', undefined],
])('redirects the part URL %s to the search %s', (url, search) => {
  expect(findPartNumberSearch(url)).toBe(search)
})

test('does not change a normalized URL', () => {
  const anyPath = fc.constantFrom('/', '/home', '/allParts', '/allParts/', `/allParts/${id}`, '/x')
  const anyQuery = fc
    .array(
      fc.tuple(
        fc.constantFrom('search', 'family', 'sort', 'available', 'after', 'x'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((entries) => new URLSearchParams(entries).toString())
  fc.assert(
    fc.property(anyPath, anyQuery, (path, query) => {
      const normalized = normalizePageUrl(`${path}?${query}`)
      expect(normalizePageUrl(normalized)).toBe(normalized)
    }),
  )
})

test('maps random URLs to few cache keys', () => {
  const keys = fc.sample(fc.webPath(), 100).map((path) => normalizePageUrl(`${path}?x=${path}`))
  expect(new Set(keys).size).toBeLessThan(20)
  const withUnknownQuery = fc
    .sample(fc.webQueryParameters(), 100)
    .map((query) => `/allParts?q=${query}`)
  expect(new Set(withUnknownQuery.map(normalizePageUrl)).size).toBe(1)
})
