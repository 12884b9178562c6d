import { openVisitor } from '../../../dev/sandbox/testing/visitor.ts'
import type { TestShop } from '../shop/shop.ts'
import { cookieOf, exchange } from './sign-in.ts'

type Provider = 'google' | 'github'
type Shop = Pick<TestShop, 'url' | 'visit'>

/** Leaves for a provider in a window; answers its page's address, and the browser's cookies of here. */
export async function leaveFor(shop: Shop, provider: Provider, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    provider,
    popupOrigin: shop.url,
    popupNonce: 'n',
    callbackURL: '/api/auth/window',
    ...more,
  })
  const answer = await shop.visit('GET', `/api/auth/oauth-popup/start?${query}`)
  return { address: answer.headers.get('location') ?? '', cookie: cookieOf(answer) }
}

/** Says there who one is; answers the address at which the shop is told. */
export async function answerThere(shop: Shop, address: string, who: Record<string, string>) {
  const there = openVisitor()
  const page = await there.follow(address)
  const posted = await there.post(page.address, who)
  if (posted.leadsTo?.startsWith(shop.url)) return posted.leadsTo
  return (await there.follow(posted.leadsTo as string)).leadsTo as string
}

/** Comes back with the provider's answer: who is in, and what the window says. */
export async function comeBack(shop: Shop, back: string, cookie: string) {
  const answer = await shop.visit('GET', back, undefined, { cookie })
  const location = answer.headers.get('location') ?? ''
  const said = /"error":\{"code":"(\w+)"/.exec(String(answer.body))?.[1]
  return {
    error: new URL(location, shop.url).searchParams.get('error') ?? said,
    cookie: cookieOf(answer),
    isIn: async (email: string) => (await exchange(shop, email, cookieOf(answer))).status === 200,
  }
}

/** The whole way to a provider and back. */
export async function signInAt(shop: Shop, provider: Provider, who: Record<string, string>) {
  const { address, cookie } = await leaveFor(shop, provider)
  return comeBack(shop, await answerThere(shop, address, who), cookie)
}
