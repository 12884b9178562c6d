import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
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
