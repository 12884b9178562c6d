import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test'

/** The role of the user who opens a screen. A newcomer is a customer without orders, lists, own numbers and jobs. */
export type Viewer = 'visitor' | 'customer' | 'newcomer' | 'staff'

/** The cookies of a browser context. */
export type Cookies = BrowserContextOptions['storageState']

export interface Part {
  _id: string
  minimumOrder: number
}

export interface TestUser {
  email: string
  request: APIRequestContext
  /** Authorizes calls outside the UI. */
  headers: { authorization: string }
  cookies: () => Promise<Cookies>
}

/** Signs in a sandbox user, or signs up a new user if a name is given. */
export async function signIn(
  browser: Browser,
  shopUrl: string,
  { email, name }: { email: string; name?: string },
): Promise<TestUser> {
  const context = await browser.newContext({ baseURL: shopUrl })
  const { request } = context
  const options = { headers: { origin: shopUrl } }
  const password = 'sandbox-only'
  const action = name ? 'sign-up' : 'sign-in'
  await readJson(
    request.post(`/api/auth/${action}/email`, { data: { email, password, name }, ...options }),
  )
  const { token } = await readJson<{ token: string }>(
    request.put(`/user/${email}`, { data: { email }, ...options }),
  )
  return {
    email,
    request,
    headers: { authorization: `Bearer ${token}` },
    cookies: () => context.storageState(),
  }
}

/** Returns the JSON body of a response. Throws if the call failed. */
export async function readJson<T>(call: ReturnType<APIRequestContext['get']>): Promise<T> {
  const response = await call
  if (!response.ok())
    throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as T
}
