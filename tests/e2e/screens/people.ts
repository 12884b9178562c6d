import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test'

/** Who looks at a screen. */
export type Viewer = 'visitor' | 'customer' | 'newcomer' | 'staff'

/** The cookies of each, as a browser keeps them. */
export type Cookies = BrowserContextOptions['storageState']

export interface Person {
  email: string
  request: APIRequestContext
  /** The header by which calls in his name are made. */
  headers: { authorization: string }
  cookies: () => Promise<Cookies>
}

/** Signs one of the sandbox's people in, or somebody new up. */
export async function enter(
  browser: Browser,
  shopUrl: string,
  { email, name }: { email: string; name?: string },
): Promise<Person> {
  const context = await browser.newContext({ baseURL: shopUrl })
  const { request } = context
  const options = { headers: { origin: shopUrl } }
  const password = 'sandbox-only'
  const way = name ? 'sign-up' : 'sign-in'
  await json(
    request.post(`/api/auth/${way}/email`, { data: { email, password, name }, ...options }),
  )
  const { token } = await json<{ token: string }>(
    request.put(`/user/${email}`, { data: { email }, ...options }),
  )
  return {
    email,
    request,
    headers: { authorization: `Bearer ${token}` },
    cookies: () => context.storageState(),
  }
}

/** What a call answers; a refusal is thrown. */
export async function json<T>(call: ReturnType<APIRequestContext['get']>): Promise<T> {
  const answer = await call
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}
