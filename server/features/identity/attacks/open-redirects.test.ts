import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { createAuth } from '../auth.ts'
import { createMailLinks } from '../mails/mail-links.ts'

const shop = await startTestShop({ sandbox: true })
const user = await addUserWithCookie(shop)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const FIELDS = [
  'callbackURL',
  'redirectTo',
  'errorCallbackURL',
  'newUserCallbackURL',
  'popupOrigin',
  'next',
  'returnTo',
]

const otherOrigins = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  'https:evil.example',
  'javascript:alert(document.domain)',
  'data:text/html,evil.example',
]

/** URLs of other origins that contain the shop's own URL. */
const lookalikes = () => [
  `${shop.url}@evil.example/`,
  `${shop.url}.evil.example/`,
  `https://evil.example/#${shop.url}`,
  `https://evil.example\\@${new URL(shop.url).host}`,
]

/** Expects no redirect, or one that a browser on a page of the shop resolves to the shop. */
function expectSameOrigin(path: string, location: string | null) {
  if (location === null) return
  expect([path, new URL(location, shop.url).origin]).toEqual([path, shop.url])
}

test('never redirects to another origin', async () => {
  for (const url of [...otherOrigins, ...lookalikes()]) {
    const fields = Object.fromEntries(FIELDS.map((field) => [field, url]))
    const query = new URLSearchParams({ ...fields, provider: 'google', token: 'x' })
    const body = { ...fields, provider: 'google', email: user.email, password: 'x' }
    const requests = offeredEndpoints.map(async ({ method, path, pickBody }) => {
      const response =
        method === 'POST'
          ? await callIdentity(shop, path, pickBody(body))
          : await shop.call('GET', `/api/auth${path}?${query}`)
      expectSameOrigin(`${path} ${url}`, response.headers.get('location'))
      expect([path, String(response.body?.url ?? '')]).toEqual([path, ''])
    })
    await Promise.all(requests)
    await sql`delete from rate_limits`.execute(shop.db)
  }
})

test('does not redirect from a valid mail link to another origin', async () => {
  const noop = (async () => {}) as never
  const auth = createAuth({ ...shop, log: shop.app.log, queueMail: noop, queueSms: noop })
  const links = createMailLinks(auth, shop.url)
  for (const url of [...otherOrigins, ...lookalikes()]) {
    const reset = new URL(await links.resetPassword(user.id))
    reset.searchParams.set('callbackURL', url)
    const { headers, status } = await shop.call('GET', reset.href)
    expectSameOrigin(reset.pathname, headers.get('location'))
    expect([url, status]).not.toEqual([url, 200])
  }
})

test('mails contain links to the shop, regardless of the host in the request', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await callIdentity(shop, '/request-password-reset', { email: user.email }, headers)
  const mail = await waitUntil('the mail has arrived', async () => {
    const mails = await getInbox(shop).mailsTo(user.email)
    return mails.find(({ subject }) => /password/i.test(subject))
  })
  const links = mail.text.match(/https?:\S+/g) ?? []
  expect(new Set(links.map((link) => new URL(link).origin))).toEqual(new Set([shop.config.origin]))
  expect(mail.text + mail.html).not.toContain('evil')
})
