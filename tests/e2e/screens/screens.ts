import type { Page } from '@playwright/test'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import type { Viewer } from './api-users.ts'
import {
  placeRefusedLines,
  placeRefusedOrder,
  raisePrices,
  removeLine,
  storeMerge,
} from './cart-messages.ts'
import type { FilledShop } from './fill-shop.ts'

export interface Screen {
  name: string
  path: string
  viewer?: Viewer
  /** Prepares the page before it is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Changes the opened page to the state of the screenshot. */
  after?: (page: Page) => Promise<unknown>
  /** Takes the viewport instead of the full page, for dialogs, messages and sections far down. */
  viewportOnly?: boolean
  /** True if the screenshot shows the loading state. */
  staysLoading?: boolean
}

/** Lists all screens of the shop and their states. */
export function listScreens({ partId, ...orders }: FilledShop): Screen[] {
  return [
    { name: 'home', path: '/' },
    { name: 'all-parts', path: '/allParts' },
    { name: 'all-parts-found', path: '/allParts?search=chain&available=true&sort=price' },
    { name: 'all-parts-empty', path: '/allParts?search=sidecar' },
    { name: 'all-parts-list', path: '/allParts?family=chains&view=list' },
    {
      name: 'compare',
      path: '/allParts?family=chains&view=list',
      after: compareParts,
      viewportOnly: true,
    },
    { name: 'part', path: `/allParts/${partId}` },
    { name: 'blogs', path: '/blogs' },
    { name: 'login', path: '/login' },
    {
      name: 'login-refused',
      path: '/login?error=access_denied',
      after: waitForElement('.auth-error'),
    },
    { name: 'login-forgot', path: '/login/forgot' },
    { name: 'login-reset', path: '/login/reset?token=x' },
    { name: 'login-reset-refused', path: '/login/reset', after: waitForElement('.auth-error') },
    { name: 'login-code', path: '/login/code' },
    { name: 'login-phone', path: '/login/phone' },
    { name: 'confirm-email', path: '/confirm-email?token=x', after: waitForElement('.auth-error') },
    { name: 'sign-up', path: '/login', after: pressButton('Sign Up') },
    { name: 'not-found', path: '/no/such/page' },
    {
      name: 'contact-errors',
      path: '/#contact-us',
      after: pressButton('Submit'),
      viewportOnly: true,
    },
    { name: 'toast', path: '/#contact-us', after: sendContactForm, viewportOnly: true },
    { name: 'cart-empty', path: '/cart' },
    { name: 'wheel-builder', path: '/wheelBuilder', after: chooseWheel },
    ...as('customer', [
      { name: 'cart', path: '/cart', viewportOnly: true },
      {
        name: 'cart-merged',
        path: '/cart',
        before: storeMerge,
        after: waitForElement('.merge-message'),
        viewportOnly: true,
      },
      { name: 'checkout', path: '/checkout' },
      { name: 'checkout-refused', path: '/checkout', after: placeRefusedLines, viewportOnly: true },
      {
        name: 'checkout-changed',
        path: '/checkout',
        after: (page) => placeRefusedOrder(page, 'cart_changed', removeLine),
        viewportOnly: true,
      },
      {
        name: 'checkout-prices',
        path: '/checkout',
        after: (page) => placeRefusedOrder(page, 'prices_changed', raisePrices),
        viewportOnly: true,
      },
      { name: 'order-pad', path: '/orderPad', after: typeOrderList },
      { name: 'saved-lists', path: '/dashboard/savedLists' },
      { name: 'saved-list', path: `/dashboard/savedList/${orders.savedListId}` },
      { name: 'own-numbers', path: '/dashboard/ownNumbers' },
      { name: 'jobs', path: '/dashboard/jobs' },
      { name: 'job', path: `/dashboard/job/${orders.jobId}` },
      { name: 'bikes', path: '/dashboard/bikes', after: pressButton('Add a Bike') },
      { name: 'purchase', path: `/purchase/${partId}`, viewportOnly: true },
      { name: 'overview-customer', path: '/dashboard/overview' },
      { name: 'my-profile', path: '/dashboard' },
      { name: 'profile-update', path: '/dashboard/profileUpdate' },
      { name: 'my-orders', path: '/dashboard/myOrders' },
      {
        name: 'my-orders-selected',
        path: '/dashboard/myOrders',
        after: selectOrders,
        viewportOnly: true,
      },
      { name: 'pay-orders', path: '/dashboard/myOrders', after: startPayment, viewportOnly: true },
      { name: 'my-orders-cancelled', path: '/dashboard/myOrders?status=Cancelled' },
      { name: 'add-review', path: '/dashboard/addReview' },
      { name: 'account', path: '/dashboard/account' },
      {
        name: 'account-second-step',
        path: '/dashboard/account',
        after: startSecondFactor,
        viewportOnly: true,
      },
      {
        name: 'payment',
        path: `/dashboard/payment/${orders.orderToPay}`,
        after: waitForCardFields,
      },
      { name: 'order', path: `/dashboard/order/${orders.orderToPay}` },
      {
        name: 'order-edit',
        path: `/dashboard/order/${orders.orderOfLines}`,
        after: pressButton('Edit Details'),
      },
      { name: 'order-of-lines', path: `/dashboard/order/${orders.orderOfLines}` },
      { name: 'order-cancelled', path: `/dashboard/order/${orders.orderCancelled}` },
      {
        name: 'dialog',
        path: '/dashboard/myOrders',
        after: pressButton('Cancel Order'),
        viewportOnly: true,
      },
      {
        name: 'loading',
        path: '/dashboard/myOrders',
        before: (page) => holdRequests(page, '/myOrders'),
        staysLoading: true,
      },
      {
        name: 'error',
        path: '/dashboard/myOrders',
        before: (page) =>
          page.route(matchPath('/myOrders'), (route) => route.fulfill({ status: 418 })),
        after: waitForElement('.message'),
      },
      { name: 'offline', path: '/dashboard/myOrders', after: goOffline },
    ]),
    ...as('newcomer', [
      { name: 'order-pad-empty', path: '/orderPad' },
      { name: 'my-orders-empty', path: '/dashboard/myOrders' },
      { name: 'saved-lists-empty', path: '/dashboard/savedLists' },
      { name: 'own-numbers-empty', path: '/dashboard/ownNumbers' },
      { name: 'jobs-empty', path: '/dashboard/jobs' },
    ]),
    ...as('staff', [
      { name: 'overview', path: '/dashboard/overview' },
      { name: 'palette', path: '/dashboard/overview', after: searchInPalette, viewportOnly: true },
      {
        name: 'palette-order',
        path: `/dashboard/order/${orders.orderToShip}`,
        after: openPalette,
        viewportOnly: true,
      },
      { name: 'manage-orders', path: '/dashboard/manageOrders' },
      {
        name: 'manage-orders-open',
        path: `/dashboard/manageOrders?open=${orders.orderToShip}`,
        viewportOnly: true,
      },
      {
        name: 'ship-orders',
        path: '/dashboard/manageOrders?status=Paid',
        after: startShipping,
        viewportOnly: true,
      },
      { name: 'manage-orders-refunded', path: '/dashboard/manageOrders?status=Refunded' },
      {
        name: 'edit-delivery',
        path: `/dashboard/order/${orders.orderToShip}`,
        after: pressButton('Edit Delivery'),
        viewportOnly: true,
      },
      { name: 'new-order', path: '/dashboard/newOrder?client=customer@freehub.test' },
      { name: 'order-staff', path: `/dashboard/order/${orders.orderToShip}` },
      {
        name: 'ship-order',
        path: `/dashboard/order/${orders.orderToShip}`,
        after: pressButton('Ship Order'),
        viewportOnly: true,
      },
      {
        name: 'refund-order',
        path: `/dashboard/order/${orders.orderToShip}`,
        after: pressButton('Refund Order'),
        viewportOnly: true,
      },
      { name: 'add-product', path: '/dashboard/addProduct' },
      { name: 'duplicate-product', path: `/dashboard/addProduct?like=${partId}` },
      { name: 'make-admin', path: '/dashboard/makeAdmin' },
      { name: 'person', path: '/dashboard/people/customer@freehub.test' },
      { name: 'manage-reviews', path: '/dashboard/manageReviews' },
      { name: 'manage-products', path: '/dashboard/manageProducts' },
      {
        name: 'archive-product',
        path: '/dashboard/manageProducts',
        after: archiveFirst,
        viewportOnly: true,
      },
      { name: 'edit-product', path: `/dashboard/editProduct/${partId}` },
      { name: 'stock', path: `/dashboard/stock/${partId}` },
      { name: 'import-products', path: '/dashboard/importProducts' },
      { name: 'import', path: `/dashboard/importProducts/${orders.importId}` },
    ]),
  ]
}

function as(viewer: Viewer, screens: Screen[]): Screen[] {
  return screens.map((screen) => ({ ...screen, viewer }))
}

function waitForElement(selector: string) {
  return (page: Page) => page.locator(selector).first().waitFor()
}

function pressButton(name: string) {
  return (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
}

/** On phones, a button opens the actions of the row. */
async function archiveFirst(page: Page) {
  const actions = page.getByRole('button', { name: 'Actions' }).first()
  if (await actions.isVisible()) await actions.click()
  await pressButton('Archive')(page)
}

async function compareParts(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Compare: / })
  for (const position of [0, 1, 2]) await boxes.nth(position).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('dialog', { name: 'Compare parts' }).getByRole('row').first().waitFor()
}

async function selectOrders(page: Page) {
  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all())
    await box.check()
  await page.evaluate(() => scrollTo(0, 0))
}

async function startPayment(page: Page) {
  await selectOrders(page)
  await page.getByRole('button', { name: /^Pay \d/ }).click()
  await waitForCardFields(page)
  await page.getByRole('button', { name: /^Pay \$/ }).scrollIntoViewIfNeeded()
}

async function startShipping(page: Page) {
  await selectOrders(page)
  await page.getByRole('button', { name: /^Ship \d/ }).click()
}

async function typeOrderList(page: Page) {
  const field = page.getByLabel('Paste or type a list')
  await field.fill('FH-10110-7\t280\nFH-13132-1\t100\nXY-4711\t10\n4.00638E+12\t10')
  await field.press('Enter')
  await page.getByRole('button', { name: '1 to confirm' }).waitFor()
}

async function chooseWheel(page: Page) {
  await page.getByLabel('Recommended wheels').selectOption({ index: 1 })
  await page.getByRole('table', { name: 'Parts of the wheels' }).waitFor()
}

async function openPalette(page: Page) {
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('option').first().waitFor()
}

async function searchInPalette(page: Page) {
  await openPalette(page)
  const palette = page.getByRole('dialog', { name: 'Find' })
  await palette.getByRole('combobox').fill('ship')
  await palette.getByRole('group', { name: 'For an order' }).waitFor()
}

/** Opens the setup of two-step sign-in up to the QR code. */
async function startSecondFactor(page: Page) {
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await section.getByRole('button', { name: 'Turn On' }).click()
  await section.getByLabel('Your password').fill('sandbox-only')
  await section.getByRole('button', { name: 'Continue' }).click()
  await section.getByRole('img').waitFor()
  await section.evaluate((element) => element.scrollIntoView())
}

async function sendContactForm(page: Page) {
  const form = page.locator('#contact-us form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.locator('.Toastify__toast').waitFor()
}

async function waitForCardFields(page: Page) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').waitFor()
}

async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await page.getByText('You’re offline').waitFor()
}
