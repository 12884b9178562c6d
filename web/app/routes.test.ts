import { readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { AwaitSession, RequireAdmin, RequireSession } from './require-session.tsx'
import { type RouteHandle, routes } from './routes.tsx'

const id = '01900000-0000-7000-8000-000000000000'

const getGuards = (path: string) =>
  (matchRoutes(routes, path) ?? [])
    .map(({ route }) => route.Component)
    .filter((component) => component === RequireSession || component === RequireAdmin)

test.each([
  '/dashboard',
  '/dashboard/overview',
  '/dashboard/profileUpdate',
  '/dashboard/myOrders',
  '/dashboard/addReview',
  '/dashboard/account',
  `/dashboard/order/${id}`,
  `/dashboard/payment/${id}`,
  `/purchase/${id}`,
  '/checkout',
  '/orderPad',
  '/dashboard/savedLists',
  `/dashboard/savedList/${id}`,
  '/dashboard/ownNumbers',
])('%s is for signed-in users', (path) => {
  expect(getGuards(path)).toEqual([RequireSession])
})

test.each([
  '/dashboard/manageOrders',
  '/dashboard/newOrder',
  '/dashboard/addProduct',
  `/dashboard/editProduct/${id}`,
  '/dashboard/manageReviews',
  '/dashboard/people/ada@dealer.example',
  '/dashboard/makeAdmin',
  '/dashboard/importProducts',
  `/dashboard/importProducts/${id}`,
  '/dashboard/manageProducts',
  `/dashboard/stock/${id}`,
])('%s is for staff', (path) => {
  expect(getGuards(path)).toEqual([RequireSession, RequireAdmin])
})

test.each(['/', '/home', '/allParts', `/allParts/${id}`, '/blogs', '/login'])(
  '%s is public',
  (path) => {
    expect(getGuards(path)).toEqual([])
  },
)

test('the wheel builder does not wait for the session, because visitors may use it', () => {
  const getComponents = (path: string) =>
    matchRoutes(routes, path)?.map(({ route }) => route.Component)
  expect(getComponents('/wheelBuilder')).not.toContain(AwaitSession)
  expect(getComponents('/cart')).toContain(AwaitSession)
})

test('every screen that the server renders names a chunk that was built', () => {
  const file = new URL('../dist/client/.vite/manifest.json', import.meta.url)
  const chunks = JSON.parse(readFileSync(file, 'utf8'))
  const modulePaths = routes.flatMap(collectHandles).flatMap(({ modulePath }) => modulePath ?? [])
  expect(modulePaths.length).toBeGreaterThan(5)
  expect(modulePaths.filter((modulePath) => !(modulePath in chunks))).toEqual([])
})

function collectHandles({ handle, children = [] }: RouteObject): RouteHandle[] {
  return [handle ?? {}, ...children.flatMap(collectHandles)]
}
