import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RouteMatch, RouteObject } from 'react-router'
import type { Fetch } from '../api/send.ts'
import { getPartPageStatus, prefetchPart } from '../features/catalog/part/part-queries.ts'
import { prefetchAllParts } from '../features/catalog/search/all-parts-queries.ts'
import { BlogsPage } from '../features/home/blogs-page.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { prefetchHome } from '../features/home/prefetch-home.ts'
import { lazyScreen } from '../ui/page/lazy-screen.tsx'
import { NotFoundPage } from '../ui/page/not-found-page.tsx'
import { RequireAdmin, RequireSession } from './require-session.tsx'

type LoadModule = () => Promise<{ Component: ComponentType }>

/** A public lazy screen. The server links the assets of its `modulePath`. */
function publicScreen(
  path: string,
  loadModule: LoadModule,
  handle: RouteHandle & { modulePath: string },
) {
  const { Component, load } = lazyScreen(loadModule)
  return { path, caseSensitive: true, Component, handle: { ...handle, load } }
}

/** A screen of the sign-in flow. It fills the window. */
function authScreen(path: string, module: string, loadModule: LoadModule) {
  return publicScreen(path, loadModule, {
    isFullScreen: true,
    modulePath: `features/identity/${module}.tsx`,
  })
}

/** A signed-in screen. It is not rendered on the server, which passes no `loadModule`. */
function signedInScreen(
  path: string,
  loadModule: LoadModule | undefined,
  handle: RouteHandle = {},
) {
  const { Component = null, load } = loadModule ? lazyScreen(loadModule) : {}
  return { path, caseSensitive: true, Component, handle: { ...handle, ...(load && { load }) } }
}

const home = { Component: HomePage, handle: { prefetch: prefetchHome } satisfies RouteHandle }

const { SSR } = import.meta.env

const dashboard: RouteObject[] = [
  signedInScreen(
    '',
    SSR ? undefined : () => import('../features/users/profile/my-profile-page.tsx'),
  ),
  signedInScreen(
    'overview',
    SSR ? undefined : () => import('../features/dashboard/overview-page.tsx'),
  ),
  signedInScreen(
    'profileUpdate',
    SSR ? undefined : () => import('../features/users/profile/profile-update-page.tsx'),
  ),
  signedInScreen('account', SSR ? undefined : () => import('../features/account/account-page.tsx')),
  signedInScreen(
    'addReview',
    SSR ? undefined : () => import('../features/reviews/add-review-page.tsx'),
  ),
  signedInScreen(
    'myOrders',
    SSR ? undefined : () => import('../features/orders/list/my-orders-page.tsx'),
  ),
  signedInScreen(
    'order/:id',
    SSR ? undefined : () => import('../features/orders/order/order-page.tsx'),
  ),
  signedInScreen(
    'payment/:id',
    SSR ? undefined : () => import('../features/payments/payment-page.tsx'),
  ),
  {
    Component: RequireAdmin,
    children: [
      signedInScreen(
        'manageOrders',
        SSR ? undefined : () => import('../features/orders/list/manage-orders-page.tsx'),
      ),
      signedInScreen(
        'addProduct',
        SSR ? undefined : () => import('../features/catalog/manage/add-product-page.tsx'),
      ),
      signedInScreen(
        'editProduct/:id',
        SSR ? undefined : () => import('../features/catalog/manage/edit-product-page.tsx'),
      ),
      signedInScreen(
        'manageReviews',
        SSR ? undefined : () => import('../features/reviews/staff/manage-reviews-page.tsx'),
      ),
      signedInScreen(
        'people/:idOrEmail',
        SSR ? undefined : () => import('../features/users/person/person-page.tsx'),
      ),
      signedInScreen(
        'makeAdmin',
        SSR ? undefined : () => import('../features/users/make-admin-page.tsx'),
      ),
      signedInScreen(
        'importProducts',
        SSR ? undefined : () => import('../features/catalog/imports/import-products-page.tsx'),
      ),
      signedInScreen(
        'importProducts/:id',
        SSR ? undefined : () => import('../features/catalog/imports/import-page.tsx'),
      ),
      signedInScreen(
        'manageProducts',
        SSR ? undefined : () => import('../features/catalog/manage/manage-products-page.tsx'),
      ),
      signedInScreen(
        'stock/:id',
        SSR ? undefined : () => import('../features/catalog/stock/stock-page.tsx'),
      ),
    ],
  },
]

/** All routes of the shop. Lazy screens export their component as `Component`. */
export const routes: RouteObject[] = [
  { index: true, ...home },
  { path: 'home', caseSensitive: true, ...home },
  publicScreen('allParts', () => import('../features/catalog/search/all-parts-page.tsx'), {
    prefetch: prefetchAllParts,
    modulePath: 'features/catalog/search/all-parts-page.tsx',
  }),
  publicScreen('allParts/:id', () => import('../features/catalog/part/part-page.tsx'), {
    prefetch: prefetchPart,
    status: getPartPageStatus,
    modulePath: 'features/catalog/part/part-page.tsx',
  }),
  { path: 'blogs', caseSensitive: true, Component: BlogsPage },
  authScreen(
    'login',
    'login/login-page',
    () => import('../features/identity/login/login-page.tsx'),
  ),
  authScreen(
    'login/forgot',
    'recovery/forgot-password-page',
    () => import('../features/identity/recovery/forgot-password-page.tsx'),
  ),
  authScreen(
    'login/reset',
    'recovery/reset-password-page',
    () => import('../features/identity/recovery/reset-password-page.tsx'),
  ),
  authScreen(
    'login/code',
    'login/second-factor-page',
    () => import('../features/identity/login/second-factor-page.tsx'),
  ),
  authScreen(
    'login/phone',
    'login/phone-login-page',
    () => import('../features/identity/login/phone-login-page.tsx'),
  ),
  authScreen(
    'confirm-email',
    'recovery/confirm-email-page',
    () => import('../features/identity/recovery/confirm-email-page.tsx'),
  ),
  {
    Component: RequireSession,
    handle: { requiresSignIn: true } satisfies RouteHandle,
    children: [
      signedInScreen(
        'purchase/:id',
        SSR ? undefined : () => import('../features/orders/purchase/purchase-page.tsx'),
      ),
      {
        ...signedInScreen('dashboard', SSR ? undefined : () => import('./dashboard-page.tsx'), {
          isFullScreen: true,
        }),
        children: dashboard,
      },
    ],
  },
  { path: '*', Component: NotFoundPage, handle: { status: 404 } satisfies RouteHandle },
]

/** Properties of a route beyond its component. */
export interface RouteHandle {
  /** Preloads the code of a lazy screen. */
  load?: () => Promise<void>
  /** The screen fills the window and has no footer. */
  isFullScreen?: boolean
  /** Signed-in users only. Not indexed by search engines. */
  requiresSignIn?: boolean
  /** Module of a lazy screen as the build names it. The page links its styles and scripts. */
  modulePath?: string
  /** HTTP status if not 200, or a function that derives it from the prefetched data. */
  status?: number | ((client: QueryClient, url: URL) => number)
  /** Loads the screen's data into the cache before the server renders it. */
  prefetch?: (client: QueryClient, fetch: Fetch, url: URL) => Promise<unknown>
}

/** Returns the handles of the matched routes, outermost first. */
export function getRouteHandles(matches: RouteMatch[] | null): RouteHandle[] {
  return (matches ?? []).flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
}
