import { POPUP_CALLBACK, POPUP_START } from '@freehub/contract/identity/sign-in-popup'
import { createCookieClient } from '../../../dev/sandbox/testing/cookie-client.ts'
import type { TestShop } from '../shop/shop.ts'
import { exchangeSession, readCookies } from './sign-in.ts'

type Provider = 'google' | 'github'
type Shop = Pick<TestShop, 'url' | 'call'>

/** Starts a sign-in in a popup. Returns the URL of the provider's page and the shop's cookies. */
export async function startProviderSignIn(
  shop: Shop,
  provider: Provider,
  extraQuery: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    provider,
    popupOrigin: shop.url,
    popupNonce: 'n',
    callbackURL: POPUP_CALLBACK,
    ...extraQuery,
  })
  const response = await shop.call('GET', `${POPUP_START}?${query}`)
  return { url: response.headers.get('location') ?? '', cookie: readCookies(response) }
}

/** Submits the identity at the provider. Returns the shop's callback URL. */
export async function confirmAtProvider(shop: Shop, url: string, identity: Record<string, string>) {
  const client = createCookieClient()
  const page = await client.follow(url)
  const response = await client.post(page.url, identity)
  if (response.redirectUrl?.startsWith(shop.url)) return response.redirectUrl
  return (await client.follow(response.redirectUrl as string)).redirectUrl as string
}

/** Opens the callback URL. Returns the error, if any, the cookies, and a check whether they sign a user in. */
export async function finishProviderSignIn(shop: Shop, callbackUrl: string, cookie: string) {
  const response = await shop.call('GET', callbackUrl, undefined, { cookie })
  const location = response.headers.get('location') ?? ''
  const popupError = /"error":\{"code":"(\w+)"/.exec(String(response.body))?.[1]
  return {
    error: new URL(location, shop.url).searchParams.get('error') ?? popupError,
    cookie: readCookies(response),
    isSignedIn: async (email: string) =>
      (await exchangeSession(shop, email, readCookies(response))).status === 200,
  }
}

/** Signs in with a provider, from start to callback. */
export async function signInWithProvider(
  shop: Shop,
  provider: Provider,
  identity: Record<string, string>,
) {
  const { url, cookie } = await startProviderSignIn(shop, provider)
  return finishProviderSignIn(shop, await confirmAtProvider(shop, url, identity), cookie)
}
