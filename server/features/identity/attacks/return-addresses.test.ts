import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { makeAuth } from '../auth.ts'
import { mailLinks } from '../mails/mail-links.ts'

let shop: TestShop
let person: Awaited<ReturnType<typeof addSignedIn>>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  person = await addSignedIn(shop)
})
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

const elsewhere = [
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

/** With the shop's own name in it, which is none of the shop's. */
const pretending = () => [
  `${shop.url}@evil.example/`,
  `${shop.url}.evil.example/`,
  `https://evil.example/#${shop.url}`,
  `https://evil.example\\@${new URL(shop.url).host}`,
]

/** Where a browser that is on a page of the shop would come to. */
function expectNowhereElse(path: string, location: string | null) {
  if (location === null) return
  expect([path, new URL(location, shop.url).origin]).toEqual([path, shop.url])
}

test('no call leads back to somewhere else, however that is written', async () => {
  for (const address of [...elsewhere, ...pretending()]) {
    const fields = Object.fromEntries(FIELDS.map((field) => [field, address]))
    const query = new URLSearchParams({ ...fields, provider: 'google', token: 'x' })
    const body = { ...fields, provider: 'google', email: person.email, password: 'x' }
    const asked = offeredEndpoints.map(async ({ method, path, bodyOf }) => {
      const answer =
        method === 'POST'
          ? await askIdentity(shop, path, bodyOf(body))
          : await shop.visit('GET', `/api/auth${path}?${query}`)
      expectNowhereElse(`${path} ${address}`, answer.headers.get('location'))
      expect([path, String(answer.body?.url ?? '')]).toEqual([path, ''])
    })
    await Promise.all(asked)
    await sql`delete from rate_limits`.execute(shop.db)
  }
})

test('a link of a mail leads nobody away, though it is a good one', async () => {
  const nothing = (async () => {}) as never
  const auth = makeAuth({ ...shop, log: shop.app.log, queueMail: nothing, queueText: nothing })
  const links = mailLinks(auth, shop.url)
  for (const address of [...elsewhere, ...pretending()]) {
    const reset = new URL(await links.resetPassword(person.id))
    reset.searchParams.set('callbackURL', address)
    const { headers, status } = await shop.visit('GET', reset.href)
    expectNowhereElse(reset.pathname, headers.get('location'))
    expect([address, status]).not.toEqual([address, 200])
  }
})

test('a mail leads to the shop, whatever host and address the request named', async () => {
  const named = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const body = { email: person.email, redirectTo: 'https://evil.example/' }
  await askIdentity(shop, '/request-password-reset', body, named)
  const { rows } = await sql<{ data: object }>`select data from pgboss.job
    where data ->> 'kind' = 'reset-password' or data ->> 'email' = ${person.email}`.execute(shop.db)
  expect(JSON.stringify(rows)).not.toContain('evil')
})
