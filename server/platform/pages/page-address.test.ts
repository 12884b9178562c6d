import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

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
])('%s is the page %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
})

test.each([
  [`/purchase/${id}`, '/purchase/part'],
  ['/purchase/anything', '/purchase/part'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/myOrders?tab=1', '/dashboard'],
  ['/dashboard/account?error=access_denied', '/dashboard'],
  [`/dashboard/payment/${id}`, '/dashboard'],
  [`/dashboard/order/${id}`, '/dashboard'],
])('of %s the server knows the frame alone', (url, address) => {
  expect(pageAddress(url)).toBe(address)
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
])('%s is no page', (url) => {
  expect(pageAddress(url)).toBe('/page-not-found')
})

test('an address of a page is the page of that address', () => {
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
      const address = pageAddress(`${path}?${query}`)
      expect(pageAddress(address)).toBe(address)
    }),
  )
})

test('nobody can fill the memory with pages of his own naming', () => {
  const made = fc.sample(fc.webPath(), 100).map((path) => pageAddress(`${path}?x=${path}`))
  expect(new Set(made).size).toBeLessThan(20)
  const wordless = fc.sample(fc.webQueryParameters(), 100).map((query) => `/allParts?q=${query}`)
  expect(new Set(wordless.map(pageAddress)).size).toBe(1)
})
