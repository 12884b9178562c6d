import { randomInt, randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  request as api,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test'
import { payForOrder } from '../screens/pay-for-order.ts'
import { confirmEmail } from './confirm-email.ts'
import { origin } from './origin.ts'

/** A browser whose console must stay silent: an error there fails the test that provoked it. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  context: async ({ context }, use) => {
    await context.addInitScript(blockWindowsOfNoPress)
    await use(context)
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error') note(message.text())
    })
    page.on('pageerror', (error) => note(error.message))
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})

/** As people's browsers do: a browser without windows has no such blocker. */
function blockWindowsOfNoPress() {
  const open = window.open.bind(window)
  window.open = (...what) => (navigator.userActivation.isActive ? open(...what) : null)
}

export { expect }

export const admin = { email: 'admin@freehub.test', password: 'sandbox-only' }

/** Somebody whom the shop has not seen before. */
export function newcomer() {
  return {
    name: 'Ada Dealer',
    email: `ada-${randomUUID()}@dealer.example`,
    password: 'spoke-by-spoke',
  }
}

/** Signs up on the login page that the browser is on. */
export async function signUp(page: Page, who: ReturnType<typeof newcomer>) {
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Name').fill(who.name)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' }).click()
}

/** Signs in on the login page that the browser is on. */
export async function logIn(page: Page, who: { email: string; password: string }) {
  // The screen before stays until the login's code is here, and may have fields of these names.
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click()
}

/** Somebody who is signed in, and the header by which calls in his name are made beside the screens. */
export interface Customer {
  name: string
  email: string
  password: string
  headers: { authorization: string }
}

/** Signs up a new customer without the screens, for journeys that begin signed in; with a confirmed email by default. */
export async function arrive(
  page: Page,
  who = newcomer(),
  { emailConfirmed = true } = {},
): Promise<Customer> {
  const { request } = page
  const headers = fromElsewhere()
  const signedUp = await request.post('/api/auth/sign-up/email', { data: who, headers })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)
  if (emailConfirmed) await confirmEmail(page)
  return { ...who, headers: await exchange(page, who.email) }
}

interface StaffSession {
  cookies: Cookie[]
  headers: { authorization: string }
}

let staffSession: StaffSession | undefined

/** Gives the page's browser context the session of the sandbox's admin. Returns the header for calls as the admin. */
export async function enterAsStaff(page: Page) {
  staffSession ??= await openStaffSession()
  await page.context().addCookies(staffSession.cookies)
  return staffSession.headers
}

/** Returns the header for calls as the sandbox's admin, for requests outside the browser. */
export async function staffHeaders() {
  staffSession ??= await openStaffSession()
  return staffSession.headers
}

/** Signs a user in outside the browser, as from another device. The caller disposes the context. */
export async function signInElsewhere({ email, password }: { email: string; password: string }) {
  const request = await api.newContext({ baseURL: origin })
  const data = { email, password }
  const headers = fromElsewhere()
  const signedIn = await request.post('/api/auth/sign-in/email', { data, headers })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  return request
}

/** Signs the admin in once for all tests of a worker. */
async function openStaffSession(): Promise<StaffSession> {
  const request = await signInElsewhere(admin)
  const headers = await exchange({ request }, admin.email)
  const { cookies } = await request.storageState()
  await request.dispose()
  return { cookies, headers }
}

/** People have addresses of their own: who came so often from one would be held up. */
function fromElsewhere() {
  return { origin, 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` }
}

/** Exchanges the cookie for an access token, as the header that bears it. */
async function exchange({ request }: { request: APIRequestContext }, email: string) {
  const exchanged = await request.put(`/user/${email}`, { data: { email }, headers: { origin } })
  const { token } = await exchanged.json()
  return { authorization: `Bearer ${token}` }
}

/** A part as the shop's calls say it. */
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
 * A part of the catalogue of which there is plenty, its place counted from the last. Journeys go
 * side by side: one that counts a part's pieces has a place that no other books from.
 */
export async function partFromTheEnd({ request }: Page, place: number): Promise<Part> {
  const parts: Part[] = await (await request.get('/parts?size=100')).json()
  const plenty = parts.filter((part) => part.availableQuantity > 20 * part.minimumOrder)
  return plenty.at(-place) as Part
}

/** Books the minimum of a part without the screens, and gives the order's id. */
export async function book({ request }: Page, { headers }: Customer, part: Part): Promise<string> {
  const { _id: productId, minimumOrder: quantity } = part
  const data = { productId, quantity, phone: '+49 40 5550 120', address: 'Werftstrasse 8, Hamburg' }
  const { result } = await (await request.post('/booking', { data, headers })).json()
  return result.insertedId
}

/** Pays an order without the screens. Returns the transaction. */
export function pay({ request }: Page, customer: Customer, order: string): Promise<string> {
  const cardsUrl = `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`
  return payForOrder({ cardsUrl }, { ...customer, request }, order)
}

/** Fills the card fields, which are in a frame of the card provider. */
export async function fillCard(page: Page, number: string) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').fill(number)
  await card.locator('[name=exp-date]').fill('12 / 34')
  await card.locator('[name=cvc]').fill('123')
}
