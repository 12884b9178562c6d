import { randomInt, randomUUID } from 'node:crypto'
import path from 'node:path'
import {
  type APIRequestContext,
  request as api,
  type Browser,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test'
import { findEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { queryOnce } from '../../support/database/query.ts'
import { payForOrder } from '../screens/pay-for-order.ts'
import { findLink, waitForMail } from './inbox.ts'
import { recordToasts } from './toasts.ts'

/** Data folder of the shop under test (playwright.config.ts). */
const DATA_DIR = path.resolve(import.meta.dirname, '../../../.cache/e2e')

export const admin = { email: 'admin@freehub.test', password: 'sandbox-only' }

/** Returns the data of a user who is not registered yet. */
export function generateNewUser() {
  return {
    name: 'Ada Dealer',
    email: `ada-${randomUUID()}@dealer.example`,
    password: 'spoke-by-spoke',
  }
}

/** Opens a page in its own browser context, like the browser of another user. */
export async function openOtherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  await recordToasts(context)
  return context.newPage()
}

/** Signs up with the form of the open login page. */
export async function signUp(page: Page, user: ReturnType<typeof generateNewUser>) {
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Name').fill(user.name)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' }).click()
}

/** Signs in with the form of the open login page. */
export async function signInOnPage(page: Page, user: { email: string; password: string }) {
  // The previous screen stays until the login code is loaded, and may have fields with the same labels.
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click()
}

/** A signed-in customer, with the header that authorizes calls outside the UI. */
export interface Customer {
  name: string
  email: string
  password: string
  headers: { authorization: string }
}

/** Signs up a new customer without the UI. Confirms their email by default. */
export async function signUpCustomer(
  page: Page,
  user = generateNewUser(),
  { emailConfirmed = true } = {},
): Promise<Customer> {
  const { request } = page
  const headers = createClientHeaders()
  const response = await request.post('/api/auth/sign-up/email', { data: user, headers })
  expect(response.ok(), await response.text()).toBe(true)
  if (emailConfirmed) await markEmailConfirmed(user.email)
  return { ...user, headers: await fetchTokenHeader(page, user.email) }
}

interface StaffSession {
  cookies: Cookie[]
  headers: { authorization: string }
  openedAt: number
}

/** Time after which staff sign in again. It is below the lifetime of the token, which slow tests may exceed. */
const STAFF_SESSION_MS = 5 * 60_000

let staffSession: StaffSession | undefined

/** Signs the page in as the sandbox's admin. Returns the headers for API calls as the admin. */
export async function signInAsStaff(page: Page) {
  const { cookies, headers } = await getStaffSession()
  await page.context().addCookies(cookies)
  return headers
}

/** Returns the headers for API calls as the sandbox's admin, for requests outside the browser. */
export async function getStaffHeaders() {
  return (await getStaffSession()).headers
}

/** Signs a user in outside the browser, as from another device. The caller disposes the context. */
export async function signInElsewhere({ email, password }: { email: string; password: string }) {
  const request = await api.newContext({ baseURL: origin })
  const data = { email, password }
  const headers = createClientHeaders()
  const response = await request.post('/api/auth/sign-in/email', { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return request
}

/** Returns a session that the tests of a worker share. */
async function getStaffSession(): Promise<StaffSession> {
  if (!staffSession || Date.now() - staffSession.openedAt > STAFF_SESSION_MS) {
    staffSession = await openStaffSession()
  }
  return staffSession
}

async function openStaffSession(): Promise<StaffSession> {
  const openedAt = Date.now()
  const request = await signInElsewhere(admin)
  const headers = await fetchTokenHeader({ request }, admin.email)
  const { cookies } = await request.storageState()
  await request.dispose()
  return { cookies, headers, openedAt }
}

/** Returns headers with a random client IP address, so that rate limits do not apply. */
function createClientHeaders() {
  return { origin, 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` }
}

/** Exchanges the session cookie for an access token. Returns it as an authorization header. */
export async function fetchTokenHeader({ request }: { request: APIRequestContext }, email: string) {
  const response = await request.put(`/user/${email}`, { data: { email }, headers: { origin } })
  const { token } = await response.json()
  return { authorization: `Bearer ${token}` }
}

/** A part as the API returns it. */
export interface Part {
  _id: string
  name: string
  description: string
  img: string
  price: number
  availableQuantity: number
  minimumOrder: number
}

/**
 * Returns a part with a large stock by its position from the end of the first 100 parts. Tests run in parallel, so
 * a test that checks a part's stock needs its own position.
 */
export async function findPartFromEnd({ request }: Page, position: number): Promise<Part> {
  return (await findPartsFromEnd({ request }, position, 1))[0] as Part
}

/** Returns the part of `findPartFromEnd` and those after it: for 30 and 3, the positions 30, 29 and 28 from the end. */
export async function findPartsFromEnd(
  { request }: Pick<Page, 'request'>,
  position: number,
  count: number,
): Promise<Part[]> {
  const parts: Part[] = await (await request.get('/parts?size=100')).json()
  const wellStocked = parts.filter((part) => part.availableQuantity > 20 * part.minimumOrder)
  return wellStocked.slice(-position).slice(0, count)
}

/** Orders the minimum quantity of a part without the UI. Returns the order ID. */
export async function placeOrder(
  { request }: Page,
  { headers }: Customer,
  part: Part,
): Promise<string> {
  const { _id: productId, minimumOrder: quantity } = part
  const data = { productId, quantity, phone: '+49 40 5550 120', address: 'Werftstrasse 8, Hamburg' }
  const { result } = await (await request.post('/booking', { data, headers })).json()
  return result.insertedId
}

/** Adds the minimum quantities of parts to the cart without the UI. */
export async function fillCart(
  { request }: Page,
  { headers }: Customer,
  parts: Part[],
): Promise<void> {
  const changes = parts.map(({ _id, minimumOrder }) => ({ productId: _id, add: minimumOrder }))
  const response = await request.patch('/api/cart', { data: { changes }, headers })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Orders the minimum quantities of parts in one order without the UI. */
export async function placeOrderOfLines(
  page: Page,
  customer: Customer,
  parts: Part[],
): Promise<{ orderId: string; orderNumber: string }> {
  await fillCart(page, customer, parts)
  const { headers } = customer
  const { version, totalCents } = await (await page.request.get('/api/cart', { headers })).json()
  const contact = { phone: '+49 40 5550 120', address: 'Werftstrasse 8, Hamburg' }
  const data = { version, totalCents, ...contact }
  const response = await page.request.post('/api/orders', { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

/** Pays an order without the UI. Returns the transaction ID. */
export function payOrder({ request }: Page, customer: Customer, orderId: string): Promise<string> {
  const cardsUrl = `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`
  return payForOrder({ cardsUrl }, { ...customer, request }, orderId)
}

/** Fills the card fields in the card provider's frame. */
export async function fillCard(page: Page, number: string) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').fill(number)
  await card.locator('[name=exp-date]').fill('12 / 34')
  await card.locator('[name=cvc]').fill('123')
}

/** The `Origin` that the shop's own pages send. */
export const origin = `http://localhost:${process.env.E2E_PORT}`

/** Confirms the email of the signed-in user with the link in the sign-up mail. */
export async function confirmEmail({ request }: Page): Promise<void> {
  const { user } = await (await request.get('/api/auth/get-session')).json()
  if (user.emailVerified) return
  const link = findLink(await waitForMail(request, user.email, /confirm/i), '/confirm-email')
  const token = new URL(link).searchParams.get('token') ?? ''
  const confirmed = await request.post('/api/auth/follow-email-link', {
    data: { token },
    headers: { origin },
  })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
}

let databaseUrl: Promise<string | undefined> | undefined

/** Marks an email as confirmed in the database, without waiting for its mail. */
async function markEmailConfirmed(email: string): Promise<void> {
  databaseUrl ??= findEmbeddedPostgres(DATA_DIR)
  const statement = `update users set email_verified = true where email = '${email}' returning id`
  expect(await queryOnce((await databaseUrl) as string, statement)).toHaveLength(1)
}

/** Waits until the page is hydrated and its session is loaded. */
export async function waitForHydration(page: Page) {
  await expect(page.locator('.session:not([data-session=loading])')).toBeAttached()
}

/** Returns the quantity field of a part's line. */
export const getQuantity = (page: Page, { name }: Part) =>
  page.getByLabel(`Quantity: ${name}`, { exact: true })
