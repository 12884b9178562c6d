import type { staffPages } from '@freehub/contract/pages'
import type { ComponentType } from 'react'

/** The screens for staff only. Customers' browsers do not load this list. */
export const staffScreens = {
  manageOrders: () => import('../features/orders/list/manage-orders-page.tsx'),
  newOrder: () => import('../features/phone-orders/new-order-page.tsx'),
  addProduct: () => import('../features/catalog/manage/add-product-page.tsx'),
  editProduct: () => import('../features/catalog/manage/edit-product-page.tsx'),
  makeAdmin: () => import('../features/users/users-page.tsx'),
  person: () => import('../features/users/person/person-page.tsx'),
  manageReviews: () => import('../features/reviews/staff/manage-reviews-page.tsx'),
  manageProducts: () => import('../features/catalog/manage/manage-products-page.tsx'),
  importProducts: () => import('../features/catalog/imports/import-products-page.tsx'),
  partImport: () => import('../features/catalog/imports/import-page.tsx'),
  stock: () => import('../features/catalog/stock/stock-page.tsx'),
} satisfies Record<keyof typeof staffPages, () => Promise<{ default: ComponentType }>>
