import type { RouteObject } from 'react-router'
import { BlogsPage } from './blogs/blogs-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { prefetchHome } from './home/prefetch-home.ts'
import { prefetchAllParts } from './parts/prefetch-all-parts.ts'
import { prefetchPart } from './parts/prefetch-part.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { Frame } from './shell/frame.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { RequireAdmin, RequireSession } from './shell/require-session.tsx'
import type { RouteHandle } from './shell/route-handle.ts'
import { screenCode } from './shell/screen-code.ts'
import { LoadingScreen } from './ui/loading-screen.tsx'

const home = { Component: HomePage, handle: { prefetch: prefetchHome } satisfies RouteHandle }

const privateScreen: RouteHandle = { private: true }
const login: RouteHandle = { bare: true, code: 'identity/login-page.tsx' }
const dashboard: RouteHandle = { bare: true, private: true }

/** Screens for who is signed in: their code comes when it is wanted, and never to the server. */
const signedIn: RouteObject[] = [
  {
    path: 'purchase/:id',
    caseSensitive: true,
    handle: privateScreen,
    lazy: import.meta.env.SSR ? undefined : screenCode(() => import('./orders/purchase-page.tsx')),
  },
  {
    path: 'dashboard',
    caseSensitive: true,
    handle: dashboard,
    lazy: import.meta.env.SSR ? undefined : screenCode(() => import('./shell/dashboard-page.tsx')),
    children: [
      {
        index: true,
        lazy: import.meta.env.SSR
          ? undefined
          : screenCode(() => import('./users/my-profile-page.tsx')),
      },
      {
        path: 'profileUpdate',
        caseSensitive: true,
        lazy: import.meta.env.SSR
          ? undefined
          : screenCode(() => import('./users/profile-update-page.tsx')),
      },
      {
        path: 'addReview',
        caseSensitive: true,
        lazy: import.meta.env.SSR
          ? undefined
          : screenCode(() => import('./reviews/add-review-page.tsx')),
      },
      {
        path: 'myOrders',
        caseSensitive: true,
        lazy: import.meta.env.SSR
          ? undefined
          : screenCode(() => import('./orders/my-orders-page.tsx')),
      },
      {
        path: 'payment/:id',
        caseSensitive: true,
        lazy: import.meta.env.SSR
          ? undefined
          : screenCode(() => import('./payments/payment-page.tsx')),
      },
      {
        Component: RequireAdmin,
        children: [
          {
            path: 'manageOrders',
            caseSensitive: true,
            lazy: import.meta.env.SSR
              ? undefined
              : screenCode(() => import('./orders/manage-orders-page.tsx')),
          },
          {
            path: 'addProduct',
            caseSensitive: true,
            lazy: import.meta.env.SSR
              ? undefined
              : screenCode(() => import('./parts/add-product-page.tsx')),
          },
          {
            path: 'makeAdmin',
            caseSensitive: true,
            lazy: import.meta.env.SSR
              ? undefined
              : screenCode(() => import('./users/make-admin-page.tsx')),
          },
          {
            path: 'manageProducts',
            caseSensitive: true,
            lazy: import.meta.env.SSR
              ? undefined
              : screenCode(() => import('./parts/manage-products-page.tsx')),
          },
        ],
      },
    ],
  },
]

/** Every address of the shop. A page that is loaded when wanted exports its component as `Component`. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    HydrateFallback: LoadingScreen,
    children: [
      {
        ErrorBoundary: BrokenPage,
        children: [
          { index: true, ...home },
          { path: 'home', caseSensitive: true, ...home },
          {
            path: 'allParts',
            caseSensitive: true,
            handle: {
              prefetch: prefetchAllParts,
              code: 'parts/all-parts-page.tsx',
            } satisfies RouteHandle,
            lazy: screenCode(() => import('./parts/all-parts-page.tsx')),
          },
          {
            path: 'allParts/:id',
            caseSensitive: true,
            handle: { prefetch: prefetchPart, code: 'parts/part-page.tsx' } satisfies RouteHandle,
            lazy: screenCode(() => import('./parts/part-page.tsx')),
          },
          { path: 'blogs', caseSensitive: true, Component: BlogsPage },
          {
            path: 'login',
            caseSensitive: true,
            handle: login,
            lazy: screenCode(() => import('./identity/login-page.tsx')),
          },
          { Component: RequireSession, HydrateFallback: LoadingScreen, children: signedIn },
          { path: '*', Component: NotFoundPage, handle: { status: 404 } satisfies RouteHandle },
        ],
      },
    ],
  },
]
