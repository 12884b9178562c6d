import type { Page } from '@playwright/test'
import { hold, isPath } from '../support/hold.ts'
import type { FilledShop } from './fill-shop.ts'
import type { Viewer } from './people.ts'

export interface Screen {
  name: string
  path: string
  viewer?: Viewer
  /** Sets the stage before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** What is done on the page until it shows what the picture is of. */
  after?: (page: Page) => Promise<unknown>
  /** What lies over a page, or far down, is pictured with what one sees of the page, not the whole of it. */
  over?: boolean
  /** The picture is of the waiting itself. */
  waits?: boolean
}

/** Every screen of the shop, and the states that a screen may be in. */
export function screensOf({ partId, ...orders }: FilledShop): Screen[] {
  return [
    { name: 'home', path: '/' },
    { name: 'all-parts', path: '/allParts' },
    { name: 'all-parts-found', path: '/allParts?search=chain&available=true&sort=price' },
    { name: 'all-parts-empty', path: '/allParts?search=sidecar' },
    { name: 'part', path: `/allParts/${partId}` },
    { name: 'blogs', path: '/blogs' },
    { name: 'login', path: '/login' },
    { name: 'login-refused', path: '/login?error=access_denied', after: see('.red-box') },
    { name: 'login-forgot', path: '/login/forgot' },
    { name: 'login-reset', path: '/login/reset?token=x' },
    { name: 'login-reset-refused', path: '/login/reset', after: see('.red-box') },
    { name: 'login-code', path: '/login/code' },
    { name: 'login-phone', path: '/login/phone' },
    { name: 'confirm-email', path: '/confirm-email?token=x', after: see('.red-box') },
    { name: 'sign-up', path: '/login', after: press('Sign Up') },
    { name: 'not-found', path: '/no/such/page' },
    { name: 'contact-errors', path: '/#contact-us', after: press('Submit'), over: true },
    { name: 'toast', path: '/#contact-us', after: sendMessage, over: true },

    { name: 'purchase', path: `/purchase/${partId}`, viewer: 'customer' },
    { name: 'overview-customer', path: '/dashboard/overview', viewer: 'customer' },
    { name: 'my-profile', path: '/dashboard', viewer: 'customer' },
    { name: 'profile-update', path: '/dashboard/profileUpdate', viewer: 'customer' },
    { name: 'my-orders', path: '/dashboard/myOrders', viewer: 'customer' },
    { name: 'add-review', path: '/dashboard/addReview', viewer: 'customer' },
    { name: 'account', path: '/dashboard/account', viewer: 'customer' },
    {
      name: 'account-second-step',
      path: '/dashboard/account',
      viewer: 'customer',
      after: turnSecondStepOn,
      over: true,
    },
    {
      name: 'payment',
      path: `/dashboard/payment/${orders.orderToPay}`,
      viewer: 'customer',
      after: seeCard,
    },
    { name: 'order', path: `/dashboard/order/${orders.orderToPay}`, viewer: 'customer' },
    {
      name: 'order-cancelled',
      path: `/dashboard/order/${orders.orderCancelled}`,
      viewer: 'customer',
    },
    {
      name: 'dialog',
      path: '/dashboard/myOrders',
      viewer: 'customer',
      after: press('Cancel Order'),
      over: true,
    },
    { name: 'empty', path: '/dashboard/myOrders', viewer: 'newcomer' },
    {
      name: 'loading',
      path: '/dashboard/myOrders',
      viewer: 'customer',
      before: (page) => hold(page, '/myOrders'),
      waits: true,
    },
    {
      name: 'error',
      path: '/dashboard/myOrders',
      viewer: 'customer',
      before: (page) => page.route(isPath('/myOrders'), (route) => route.fulfill({ status: 418 })),
      after: see('.note'),
    },
    { name: 'offline', path: '/dashboard/myOrders', viewer: 'customer', after: disconnect },

    { name: 'overview', path: '/dashboard/overview', viewer: 'staff' },
    {
      name: 'palette',
      path: '/dashboard/overview',
      viewer: 'staff',
      after: findChains,
      over: true,
    },
    { name: 'manage-orders', path: '/dashboard/manageOrders', viewer: 'staff' },
    { name: 'order-staff', path: `/dashboard/order/${orders.orderToShip}`, viewer: 'staff' },
    {
      name: 'ship-order',
      path: `/dashboard/order/${orders.orderToShip}`,
      viewer: 'staff',
      after: press('Ship Order'),
      over: true,
    },
    { name: 'add-product', path: '/dashboard/addProduct', viewer: 'staff' },
    { name: 'make-admin', path: '/dashboard/makeAdmin', viewer: 'staff' },
    { name: 'person', path: '/dashboard/people/customer@freehub.test', viewer: 'staff' },
    { name: 'manage-reviews', path: '/dashboard/manageReviews', viewer: 'staff' },
    { name: 'manage-products', path: '/dashboard/manageProducts', viewer: 'staff' },
    { name: 'edit-product', path: `/dashboard/editProduct/${partId}`, viewer: 'staff' },
    { name: 'stock', path: `/dashboard/stock/${partId}`, viewer: 'staff' },
    { name: 'import-products', path: '/dashboard/importProducts', viewer: 'staff' },
    { name: 'import', path: `/dashboard/importProducts/${orders.importId}`, viewer: 'staff' },
  ]
}

function see(selector: string) {
  return (page: Page) => page.locator(selector).first().waitFor()
}

function press(name: string) {
  return (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
}

async function findChains(page: Page) {
  await page.getByRole('button', { name: 'Find' }).click()
  const palette = page.getByRole('dialog', { name: 'Find' })
  await palette.getByRole('combobox').fill('chain')
  await palette.getByRole('group', { name: 'Parts' }).waitFor()
}

/** As far as the code that the app is to scan. */
async function turnSecondStepOn(page: Page) {
  const part = page.getByRole('region', { name: 'Two-step sign-in' })
  await part.getByRole('button', { name: 'Turn on' }).click()
  await part.getByLabel('Your password').fill('sandbox-only')
  await part.getByRole('button', { name: 'Go on' }).click()
  await part.getByRole('img').waitFor()
  await part.evaluate((section) => section.scrollIntoView())
}

async function sendMessage(page: Page) {
  const form = page.locator('#contact-us form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.locator('.Toastify__toast').waitFor()
}

async function seeCard(page: Page) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').waitFor()
}

async function disconnect(page: Page) {
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
}
