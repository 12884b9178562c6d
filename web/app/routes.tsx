import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { partStatus, prefetchPart } from '../features/catalog/part/prefetch-part.ts'
import { prefetchAllParts } from '../features/catalog/search/prefetch-all-parts.ts'
import { BlogsPage } from '../features/home/blogs-page.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { prefetchHome } from '../features/home/prefetch-home.ts'
import { NotFoundPage } from '../ui/page/not-found-page.tsx'
import { lazyScreen } from '../ui/page/screen.tsx'
import type { RouteHandle } from './page/route-handle.ts'
import { RequireAdmin, RequireSession } from './require-session.tsx'

type Code = () => Promise<{ Component: ComponentType }>

/** A public screen whose code is loaded when wanted; `code` names its module for the server, which links it. */
function publicScreen(path: string, code: Code, handle: RouteHandle & { code: string }) {
  const { Component, load } = lazyScreen(code)
  return { path, caseSensitive: true, Component, handle: { ...handle, load } }
}

/** A screen on which one comes in, or steps on the way: it fills the window. */
function wayIn(path: string, module: string, code: Code) {
  return publicScreen(path, code, { bare: true, code: `features/identity/${module}.tsx` })
}

/** A screen for who is signed in. Its code never comes to the server, which gives none. */
function signedInScreen(path: string, code: Code | undefined, handle: RouteHandle = {}) {
  const { Component = null, load } = code ? lazyScreen(code) : {}
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
        'people/:who',
        SSR ? undefined : () => import('../features/users/person-page.tsx'),
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

/** Every address of the shop. A page that is loaded when wanted exports its component as `Component`. */
export const routes: RouteObject[] = [
  { index: true, ...home },
  { path: 'home', caseSensitive: true, ...home },
  publicScreen('allParts', () => import('../features/catalog/search/all-parts-page.tsx'), {
    prefetch: prefetchAllParts,
    code: 'features/catalog/search/all-parts-page.tsx',
  }),
  publicScreen('allParts/:id', () => import('../features/catalog/part/part-page.tsx'), {
    prefetch: prefetchPart,
    status: partStatus,
    code: 'features/catalog/part/part-page.tsx',
  }),
  { path: 'blogs', caseSensitive: true, Component: BlogsPage },
  wayIn('login', 'login/login-page', () => import('../features/identity/login/login-page.tsx')),
  wayIn(
    'login/forgot',
    'recovery/forgot-password-page',
    () => import('../features/identity/recovery/forgot-password-page.tsx'),
  ),
  wayIn(
    'login/reset',
    'recovery/reset-password-page',
    () => import('../features/identity/recovery/reset-password-page.tsx'),
  ),
  wayIn(
    'login/code',
    'login/second-factor-page',
    () => import('../features/identity/login/second-factor-page.tsx'),
  ),
  wayIn(
    'login/phone',
    'login/phone-login-page',
    () => import('../features/identity/login/phone-login-page.tsx'),
  ),
  wayIn(
    'confirm-email',
    'recovery/confirm-email-page',
    () => import('../features/identity/recovery/confirm-email-page.tsx'),
  ),
  {
    Component: RequireSession,
    handle: { private: true } satisfies RouteHandle,
    children: [
      signedInScreen(
        'purchase/:id',
        SSR ? undefined : () => import('../features/orders/purchase/purchase-page.tsx'),
      ),
      {
        ...signedInScreen('dashboard', SSR ? undefined : () => import('./dashboard-page.tsx'), {
          bare: true,
        }),
        children: dashboard,
      },
    ],
  },
  { path: '*', Component: NotFoundPage, handle: { status: 404 } satisfies RouteHandle },
]
