import type { Browser, Page } from '@playwright/test'
import type { Call } from '../contract/call.ts'
import { calls } from '../contract/calls.ts'
import { awake } from './awake.ts'
import { admin, arrive, book, enterAsStaff, expect, partFromTheEnd, test } from './shop.ts'

/** Words that only the staff's screens, menu and buttons say. */
const WORDS = [
  'Manage All Orders',
  'Manage Products',
  'Manage Reviews',
  'Add A Product',
  'Make Admin',
  'Ship Order',
  'Refund Order',
  'Takings',
  'Waits longest',
  'People',
]

test('nothing of the staff’s code comes into a customer’s browser, wherever he goes', async ({
  page,
  browser,
}) => {
  const part = await partFromTheEnd(page, 23)
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  const [customers, staffs] = await Promise.all([
    scriptsOf(page, [
      '/',
      '/allParts',
      `/allParts/${part._id}`,
      '/dashboard',
      `/purchase/${part._id}`,
      '/dashboard/overview',
      '/dashboard/profileUpdate',
      '/dashboard/account',
      '/dashboard/myOrders',
      '/dashboard/addReview',
      `/dashboard/order/${order}`,
      `/dashboard/payment/${order}`,
    ]),
    scriptsOfStaff(browser, order),
  ])
  expect(WORDS.filter((word) => !staffs.includes(word))).toEqual([])
  expect(WORDS.filter((word) => customers.includes(word))).toEqual([])
  const addresses = staffsAddresses().filter((address) => staffs.includes(address))
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => customers.includes(address))).toEqual([])
})

async function scriptsOfStaff(browser: Browser, order: string): Promise<string> {
  const page = await (await browser.newContext()).newPage()
  await enterAsStaff(page)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu.first()).toBeVisible()
  const places = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const scripts = await scriptsOf(page, [
    ...places.filter((place) => place !== null),
    `/dashboard/order/${order}`,
    `/dashboard/people/${admin.email}`,
  ])
  await page.context().close()
  return scripts
}

/** Returns all scripts that are loaded on the way through these pages and by the palette on the last, as one text. */
async function scriptsOf(page: Page, paths: string[]): Promise<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto('/blogs')
  await awake(page)
  for (const path of paths) {
    const before = await page.title()
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await expect(page).not.toHaveTitle(before)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Please wait, Loading ...')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Find/ }).click()
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('chain')
  await expect(page.getByText(/^\d+ found$/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Read anew: what a page has left behind as one goes on cannot be read any more.
  const read = async (url: string) => (await page.request.get(url)).text()
  return (await Promise.all([...scripts].map(read))).join('\n')
}

/**
 * What the addresses of the staff's calls have and no others', as it stands in code: what comes
 * before the first thing that is filled in, and what after the last.
 */
function staffsAddresses(): string[] {
  const all: Call[] = Object.values(calls)
  const isOf = (staff: boolean) => all.filter(({ access }) => (access === 'admin') === staff)
  const others = isOf(false).flatMap(({ path }) => endsOf(path))
  return isOf(true)
    .flatMap(({ path }) => endsOf(path))
    .filter((end) => !others.some((other) => other.startsWith(end)))
}

function endsOf(path: string): string[] {
  const [before = '', ...after] = path.split(/:\w+/)
  const end = after.at(-1)
  return end ? [`}${end}`] : [before]
}
