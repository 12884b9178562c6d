import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'

/** The paths of all screens. Links use these instead of literal paths. */
export const paths = {
  home: '/',
  allParts: '/allParts',
  filteredParts: (filters: Partial<PartFilters>) => {
    const query = serializePartFilters(filters).toString()
    return query ? `/allParts?${query}` : '/allParts'
  },
  part: (id: string) => `/allParts/${encodeURIComponent(id)}`,
  blogs: '/blogs',
  login: '/login',
  loginFromProvider: '/login?from=provider',
  forgotPassword: '/login/forgot',
  resetPassword: '/login/reset',
  secondFactor: '/login/code',
  phoneLogin: '/login/phone',
  confirmEmail: '/confirm-email',
  contactUs: '/#contact-us',
  reviews: '/#reviews',
  reviewsAfter: (id: string) => `/?after=${id}#reviews`,
  purchase: (partId: string) => `/purchase/${encodeURIComponent(partId)}`,
  dashboard: '/dashboard',
  myProfile: '/dashboard',
  overview: '/dashboard/overview',
  profileUpdate: '/dashboard/profileUpdate',
  account: '/dashboard/account',
  addReview: '/dashboard/addReview',
  myOrders: '/dashboard/myOrders',
  order: (id: string) => `/dashboard/order/${encodeURIComponent(id)}`,
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  manageOrders: '/dashboard/manageOrders',
  addProduct: '/dashboard/addProduct',
  editProduct: (id: string) => `/dashboard/editProduct/${encodeURIComponent(id)}`,
  makeAdmin: '/dashboard/makeAdmin',
  person: (idOrEmail: string) => `/dashboard/people/${encodeURIComponent(idOrEmail)}`,
  manageReviews: '/dashboard/manageReviews',
  manageProducts: '/dashboard/manageProducts',
  importProducts: '/dashboard/importProducts',
  partImport: (id: string) => `/dashboard/importProducts/${encodeURIComponent(id)}`,
  stock: (partId: string) => `/dashboard/stock/${encodeURIComponent(partId)}`,
} as const
