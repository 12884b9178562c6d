import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test'

/** The role of the user who opens a screen. */
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

/** Pays an order like the payment screen: confirms with the card provider, then reports to the shop. Returns the transaction ID. */
export async function payForOrder(
  shop: { cardsUrl: string },
  user: Pick<TestUser, 'email' | 'headers' | 'request'>,
  id: string,
): Promise<string> {
  const { request, headers, email } = user
  const { totalPrice } = await readJson<{ totalPrice: number }>(
    request.get(`/booking/${id}`, { headers }),
  )
  const intentRequest = { data: { totalPrice, bookingId: id }, headers }
  const { clientSecret } = await readJson<{ clientSecret: string }>(
    request.post('/create-payment-intent', intentRequest),
  )
  const transactionId = clientSecret.split('_secret_')[0] as string
  await readJson(
    request.post(`${shop.cardsUrl}/v1/payment_intents/${transactionId}/confirm`, {
      form: {
        key: await readPublishableKey(user),
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      },
    }),
  )
  const payment = { email, bookingId: id, transactionId, totalPrice }
  await readJson(request.patch(`/booking/${id}`, { data: payment, headers }))
  return transactionId
}

async function readPublishableKey({ request }: Pick<TestUser, 'request'>): Promise<string> {
  const page = await (await request.get('/blogs')).text()
  return /pk_test_\w+/.exec(page)?.[0] ?? ''
}
