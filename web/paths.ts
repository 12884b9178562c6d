/** The shop's own addresses: the one place where they are written. */
export const paths = {
  home: '/',
  allParts: '/allParts',
  partsAfter: (id: string) => `/allParts?after=${encodeURIComponent(id)}`,
  blogs: '/blogs',
  login: '/login',
  contactUs: '/#contact-us',
  purchase: (partId: string) => `/purchase/${encodeURIComponent(partId)}`,
  dashboard: '/dashboard',
  myOrders: '/dashboard/myOrders',
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  manageOrders: '/dashboard/manageOrders',
} as const
