import { customerPages, pages, staffPages } from '@freehub/contract/pages'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'
import type { Fetch } from '../api/send.ts'
import { getPartPageStatus, prefetchPart } from '../features/catalog/part/part-queries.ts'
import { prefetchAllParts } from '../features/catalog/search/all-parts-queries.ts'
import { BlogsPage } from '../features/home/blogs-page.tsx'
import { HomePage, prefetchHome } from '../features/home/home-page.tsx'
import { lazyScreen } from '../ui/page/lazy-screen.tsx'
import { NotFoundPage } from '../ui/page/not-found-page.tsx'
import type { lessUsedScreens } from './less-used-screens.ts'
import { AwaitHydration, AwaitSession, RequireAdmin, RequireSession } from './require-session.tsx'

/** Properties of a screen, in the `handle` of its route. */
export interface RouteHandle {
  load?: () => Promise<void>
  /** True if the screen fills the window and has no footer. */
  isFullScreen?: boolean
  /** True if the screen is rendered in the browser only. Search engines do not index such a screen. */
  isBrowserOnly?: boolean
  /** The module of a lazy screen, as named in Vite's manifest. The server adds its styles and scripts to the page. */
  modulePath?: string
  /** The HTTP status if it is not 200, or a function that derives it from the prefetched data. */
  status?: number | ((client: QueryClient, url: URL) => number) | undefined
  /** Loads the screen's data into the cache before the server renders it. Undefined in the browser's build. */
  prefetch?: ((client: QueryClient, fetch: Fetch, url: URL) => Promise<unknown>) | undefined
}

type LoadScreen = () => Promise<{ default: ComponentType }>

const loadLessUsedScreen = (name: keyof typeof lessUsedScreens) => async () =>
  (await import('./less-used-screens.ts')).lessUsedScreens[name]()

/** Empty in the server's build, which renders only the frame of these screens. */
const customerScreens: Partial<Record<keyof typeof customerPages, LoadScreen>> = import.meta.env.SSR
  ? {}
  : ({
      purchase: () => import('../features/orders/purchase/purchase-page.tsx'),
      checkout: () => import('../features/orders/checkout/checkout-page.tsx'),
      orderPad: loadLessUsedScreen('orderPad'),
      myProfile: loadLessUsedScreen('myProfile'),
      overview: loadLessUsedScreen('overview'),
      profileUpdate: loadLessUsedScreen('profileUpdate'),
      account: loadLessUsedScreen('account'),
      addReview: loadLessUsedScreen('addReview'),
      myOrders: () => import('./my-orders-page.tsx'),
      order: () => import('../features/orders/order/order-page.tsx'),
      payment: () => import('../features/payments/payment-page.tsx'),
      savedLists: loadLessUsedScreen('savedLists'),
      savedList: loadLessUsedScreen('savedList'),
      ownNumbers: loadLessUsedScreen('ownNumbers'),
      bikes: loadLessUsedScreen('bikes'),
      jobs: loadLessUsedScreen('jobs'),
      job: loadLessUsedScreen('job'),
    } satisfies Record<keyof typeof customerPages, LoadScreen>)

/** Returns the loader of a screen for staff, or undefined in the server's build. */
const loadStaffScreen = import.meta.env.SSR
  ? () => undefined
  : (name: keyof typeof staffPages) => async () =>
      (await import('./staff-screens.ts')).staffScreens[name]()

/** Creates a route. Without a path, it is the layout of its children. */
function lazyRoute(
  path: string | undefined,
  loadScreen: LoadScreen | undefined,
  handle: RouteHandle = {},
) {
  const { Component = null, load } = loadScreen ? lazyScreen(loadScreen) : {}
  return {
    ...(path && { path }),
    caseSensitive: true,
    Component,
    handle: { ...handle, ...(load && { load }) },
  }
}

/** Creates the route of a full-screen page of the sign-in flow. */
function authRoute(path: string, module: string, loadScreen: LoadScreen) {
  const modulePath = `features/identity/${module}.tsx`
  return lazyRoute(path, loadScreen, { isFullScreen: true, modulePath })
}

function customerRoutes(paths: Partial<Record<keyof typeof customerPages, string>>) {
  return (Object.entries(paths) as [keyof typeof customerPages, string][]).map(([name, path]) =>
    lazyRoute(path, customerScreens[name]),
  )
}

const staffRoutes = (Object.entries(staffPages) as [keyof typeof staffPages, string][]).map(
  ([name, path]) => lazyRoute(path, loadStaffScreen(name)),
)

const home = {
  Component: HomePage,
  handle: {
    prefetch: import.meta.env.SSR ? prefetchHome : undefined,
  } satisfies RouteHandle,
}
const { purchase, checkout, ...dashboardPages } = customerPages

export const routes: RouteObject[] = [
  { path: pages.home, ...home },
  { path: pages.homeAlias, caseSensitive: true, ...home },
  lazyRoute(pages.allParts, () => import('../features/catalog/search/all-parts-page.tsx'), {
    prefetch: import.meta.env.SSR ? prefetchAllParts : undefined,
    modulePath: 'features/catalog/search/all-parts-page.tsx',
  }),
  lazyRoute(pages.part, () => import('../features/catalog/part/part-page.tsx'), {
    prefetch: import.meta.env.SSR ? prefetchPart : undefined,
    status: import.meta.env.SSR ? getPartPageStatus : undefined,
    modulePath: 'features/catalog/part/part-page.tsx',
  }),
  { path: pages.blogs, caseSensitive: true, Component: BlogsPage },
  authRoute(
    pages.login,
    'login/login-page',
    () => import('../features/identity/login/login-page.tsx'),
  ),
  authRoute(
    pages.forgotPassword,
    'recovery/forgot-password-page',
    () => import('../features/identity/recovery/forgot-password-page.tsx'),
  ),
  authRoute(
    pages.resetPassword,
    'recovery/reset-password-page',
    () => import('../features/identity/recovery/reset-password-page.tsx'),
  ),
  authRoute(
    pages.secondFactor,
    'login/second-factor-page',
    () => import('../features/identity/login/second-factor-page.tsx'),
  ),
  authRoute(
    pages.phoneLogin,
    'login/phone-login-page',
    () => import('../features/identity/login/phone-login-page.tsx'),
  ),
  authRoute(
    pages.confirmEmail,
    'recovery/confirm-email-page',
    () => import('../features/identity/recovery/confirm-email-page.tsx'),
  ),
  {
    Component: AwaitHydration,
    handle: { isBrowserOnly: true } satisfies RouteHandle,
    children: [
      lazyRoute(
        pages.wheelBuilder,
        import.meta.env.SSR ? undefined : loadLessUsedScreen('wheelBuilder'),
      ),
    ],
  },
  {
    Component: AwaitSession,
    handle: { isBrowserOnly: true } satisfies RouteHandle,
    children: [
      lazyRoute(pages.cart, import.meta.env.SSR ? undefined : () => import('./cart-page.tsx')),
      {
        Component: RequireSession,
        children: [
          ...customerRoutes({ purchase, checkout }),
          {
            ...lazyRoute(
              undefined,
              import.meta.env.SSR ? undefined : () => import('./dashboard-layout.tsx'),
              { isFullScreen: true },
            ),
            children: [
              ...customerRoutes(dashboardPages),
              { Component: RequireAdmin, children: staffRoutes },
            ],
          },
        ],
      },
    ],
  },
  { path: '*', Component: NotFoundPage, handle: { status: 404 } satisfies RouteHandle },
]

/** The last matched path. Matching sorts all routes, which takes milliseconds on a phone. */
let lastMatch: { pathname: string; matches: RouteMatch[] | null } | undefined

/** Returns the matched routes of a path, outermost first. */
export function matchScreen(pathname: string): RouteMatch[] | null {
  if (lastMatch?.pathname !== pathname)
    lastMatch = { pathname, matches: matchRoutes(routes, pathname) }
  return lastMatch.matches
}

/** Returns the handles of the matched routes, outermost first. */
export function getRouteHandles(matches: RouteMatch[] | null): RouteHandle[] {
  return (matches ?? []).flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
}
