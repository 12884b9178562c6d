import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { BlogsPage } from './blogs/blogs-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { prefetchHome } from './home/prefetch-home.ts'
import { prefetchAllParts } from './parts/prefetch-all-parts.ts'
import { partStatus, prefetchPart } from './parts/prefetch-part.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { RequireAdmin, RequireSession } from './shell/require-session.tsx'
import type { RouteHandle } from './shell/route-handle.ts'
import { lazyScreen } from './shell/screen.tsx'

type Code = () => Promise<{ Component: ComponentType }>

/** A public screen whose code is loaded when wanted; `code` names its module for the server, which links it. */
function publicScreen(path: string, code: Code, handle: RouteHandle & { code: string }) {
  const { Component, load } = lazyScreen(code)
  return { path, caseSensitive: true, Component, handle: { ...handle, load } }
}

/** A screen on which one comes in, or steps on the way: it fills the window. */
function wayIn(path: string, module: string, code: Code) {
  return publicScreen(path, code, { bare: true, code: `identity/${module}.tsx` })
}

/** A screen for who is signed in. Its code never comes to the server, which gives none. */
function signedInScreen(path: string, code: Code | undefined, handle: RouteHandle = {}) {
  const { Component = null, load } = code ? lazyScreen(code) : {}
  return { path, caseSensitive: true, Component, handle: { ...handle, ...(load && { load }) } }
}

const home = { Component: HomePage, handle: { prefetch: prefetchHome } satisfies RouteHandle }

const { SSR } = import.meta.env

const dashboard: RouteObject[] = [
  signedInScreen('', SSR ? undefined : () => import('./users/my-profile-page.tsx')),
  signedInScreen('overview', SSR ? undefined : () => import('./overview/overview-page.tsx')),
  signedInScreen(
    'profileUpdate',
    SSR ? undefined : () => import('./users/profile-update-page.tsx'),
  ),
  signedInScreen('account', SSR ? undefined : () => import('./account/account-page.tsx')),
  signedInScreen('addReview', SSR ? undefined : () => import('./reviews/add-review-page.tsx')),
  signedInScreen('myOrders', SSR ? undefined : () => import('./orders/my-orders-page.tsx')),
  signedInScreen('order/:id', SSR ? undefined : () => import('./orders/order-page.tsx')),
  signedInScreen('payment/:id', SSR ? undefined : () => import('./payments/payment-page.tsx')),
  {
    Component: RequireAdmin,
    children: [
      signedInScreen(
        'manageOrders',
        SSR ? undefined : () => import('./orders/manage-orders-page.tsx'),
      ),
      signedInScreen('addProduct', SSR ? undefined : () => import('./parts/add-product-page.tsx')),
      signedInScreen(
        'editProduct/:id',
        SSR ? undefined : () => import('./parts/edit-product-page.tsx'),
      ),
      signedInScreen(
        'manageReviews',
        SSR ? undefined : () => import('./reviews/manage-reviews-page.tsx'),
      ),
      signedInScreen('people/:who', SSR ? undefined : () => import('./users/person-page.tsx')),
      signedInScreen('makeAdmin', SSR ? undefined : () => import('./users/make-admin-page.tsx')),
      signedInScreen(
        'importProducts',
        SSR ? undefined : () => import('./imports/import-products-page.tsx'),
      ),
      signedInScreen(
        'importProducts/:id',
        SSR ? undefined : () => import('./imports/import-page.tsx'),
      ),
      signedInScreen(
        'manageProducts',
        SSR ? undefined : () => import('./parts/manage-products-page.tsx'),
      ),
      signedInScreen('stock/:id', SSR ? undefined : () => import('./stock/stock-page.tsx')),
    ],
  },
]

/** Every address of the shop. A page that is loaded when wanted exports its component as `Component`. */
export const routes: RouteObject[] = [
  { index: true, ...home },
  { path: 'home', caseSensitive: true, ...home },
  publicScreen('allParts', () => import('./parts/all-parts-page.tsx'), {
    prefetch: prefetchAllParts,
    code: 'parts/all-parts-page.tsx',
  }),
  publicScreen('allParts/:id', () => import('./parts/part-page.tsx'), {
    prefetch: prefetchPart,
    status: partStatus,
    code: 'parts/part-page.tsx',
  }),
  { path: 'blogs', caseSensitive: true, Component: BlogsPage },
  wayIn('login', 'login-page', () => import('./identity/login-page.tsx')),
  wayIn(
    'login/forgot',
    'forgot-password-page',
    () => import('./identity/forgot-password-page.tsx'),
  ),
  wayIn('login/reset', 'reset-password-page', () => import('./identity/reset-password-page.tsx')),
  wayIn('login/code', 'second-factor-page', () => import('./identity/second-factor-page.tsx')),
  wayIn('login/phone', 'phone-login-page', () => import('./identity/phone-login-page.tsx')),
  wayIn('confirm-email', 'confirm-email-page', () => import('./identity/confirm-email-page.tsx')),
  {
    Component: RequireSession,
    handle: { private: true } satisfies RouteHandle,
    children: [
      signedInScreen('purchase/:id', SSR ? undefined : () => import('./orders/purchase-page.tsx')),
      {
        ...signedInScreen(
          'dashboard',
          SSR ? undefined : () => import('./shell/dashboard-page.tsx'),
          { bare: true },
        ),
        children: dashboard,
      },
    ],
  },
  { path: '*', Component: NotFoundPage, handle: { status: 404 } satisfies RouteHandle },
]
