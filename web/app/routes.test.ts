import { readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import type { RouteHandle } from './page/route-handle.ts'
import { RequireAdmin, RequireSession } from './require-session.tsx'
import { routes } from './routes.tsx'

const id = '01900000-0000-7000-8000-000000000000'

const guardsOf = (path: string) =>
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
])('%s is for signed-in users', (path) => {
  expect(guardsOf(path)).toEqual([RequireSession])
})

test.each([
  '/dashboard/manageOrders',
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
  expect(guardsOf(path)).toEqual([RequireSession, RequireAdmin])
})

test.each(['/', '/home', '/allParts', `/allParts/${id}`, '/blogs', '/login'])(
  '%s is for all users',
  (path) => {
    expect(guardsOf(path)).toEqual([])
  },
)

test('every screen that the server renders names a chunk that was built', () => {
  const file = new URL('../dist/client/.vite/manifest.json', import.meta.url)
  const chunks = JSON.parse(readFileSync(file, 'utf8'))
  const codes = routes.flatMap(handlesOf).flatMap(({ code }) => code ?? [])
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.filter((code) => !(code in chunks))).toEqual([])
})

function handlesOf({ handle, children = [] }: RouteObject): RouteHandle[] {
  return [handle ?? {}, ...children.flatMap(handlesOf)]
}
