/** The path patterns of the shop's pages, grouped by the users who may open them. `:id` is one path segment. */
export const publicPages = {
  home: '/',
  homeAlias: '/home',
  allParts: '/allParts',
  part: '/allParts/:id',
  blogs: '/blogs',
  login: '/login',
  forgotPassword: '/login/forgot',
  resetPassword: '/login/reset',
  secondFactor: '/login/code',
  phoneLogin: '/login/phone',
  confirmEmail: '/confirm-email',
  cart: '/cart',
  wheelBuilder: '/wheelBuilder',
} as const

/** For signed-in users. */
export const customerPages = {
  purchase: '/purchase/:id',
  checkout: '/checkout',
  orderPad: '/orderPad',
  myProfile: '/dashboard',
  overview: '/dashboard/overview',
  profileUpdate: '/dashboard/profileUpdate',
  account: '/dashboard/account',
  addReview: '/dashboard/addReview',
  myOrders: '/dashboard/myOrders',
  order: '/dashboard/order/:id',
  payment: '/dashboard/payment/:id',
  savedLists: '/dashboard/savedLists',
  savedList: '/dashboard/savedList/:id',
  ownNumbers: '/dashboard/ownNumbers',
  bikes: '/dashboard/bikes',
  jobs: '/dashboard/jobs',
  job: '/dashboard/job/:id',
} as const

export const staffPages = {
  manageOrders: '/dashboard/manageOrders',
  newOrder: '/dashboard/newOrder',
  addProduct: '/dashboard/addProduct',
  editProduct: '/dashboard/editProduct/:id',
  makeAdmin: '/dashboard/makeAdmin',
  person: '/dashboard/people/:idOrEmail',
  manageReviews: '/dashboard/manageReviews',
  manageProducts: '/dashboard/manageProducts',
  importProducts: '/dashboard/importProducts',
  partImport: '/dashboard/importProducts/:id',
  stock: '/dashboard/stock/:id',
} as const

export const pages = { ...publicPages, ...customerPages, ...staffPages }

type Pages = typeof pages

type PagePaths = {
  [Name in keyof Pages]: Pages[Name] extends `${string}:${string}`
    ? (parameter: string) => string
    : Pages[Name]
}

const toPath = (pattern: string) =>
  pattern.includes(':')
    ? (parameter: string) => pattern.replace(/:.+/, () => encodeURIComponent(parameter))
    : pattern

/** The path of each page: a text, or a function of the page's parameter. */
export const pagePaths = Object.fromEntries(
  Object.entries(pages).map(([name, pattern]) => [name, toPath(pattern)]),
) as PagePaths
