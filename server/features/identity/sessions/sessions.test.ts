import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  exchangeSession,
  readCookies,
  signIn,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { formatDevice } from './sessions.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs one user in twice, at home and at work. */
async function signInTwice() {
  const user = await signUp(shop)
  const work = await signIn(shop, user, { 'user-agent': FIREFOX })
  const openSession = async (cookie: string) => {
    const { body } = await exchangeSession(shop, user.email, cookie)
    return { cookie, call: createApiClient(shop.url, body.token) }
  }
  return { user, home: await openSession(user.cookie), work: await openSession(readCookies(work)) }
}

test('lists the sessions of the user without their secrets', async () => {
  const { work } = await signInTwice()
  const { body } = await work.call('GET', '/api/account/sessions')
  expect(body).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Windows',
      address: '127.0.0.1',
      since: expect.any(String),
      lastSeen: expect.any(String),
      current: true,
    },
    expect.objectContaining({ current: false }),
  ])
})

test('ends another session of the user, so that its cookie and token are invalid', async () => {
  const { user, home, work } = await signInTwice()
  const { body } = await home.call('GET', '/api/account/sessions')
  const otherId = body.find(({ current }: { current: boolean }) => !current).id
  expect((await home.call('DELETE', `/api/account/sessions/${otherId}`)).body).toEqual({
    endedCount: 1,
  })
  expect((await work.call('GET', '/api/account')).body.code).toBe('token_invalid')
  expect((await exchangeSession(shop, user.email, work.cookie)).status).toBe(401)
  expect((await home.call('GET', '/api/account')).status).toBe(200)
  const again = await home.call('DELETE', `/api/account/sessions/${otherId}`)
  expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
})

test('ends all sessions except the current one', async () => {
  const { home, work } = await signInTwice()
  expect((await work.call('DELETE', '/api/account/sessions')).body).toEqual({ endedCount: 1 })
  expect((await home.call('GET', '/api/account')).status).toBe(401)
  expect((await work.call('GET', '/api/account/sessions')).body).toHaveLength(1)
})

test("responds with 404 for another user's session, and does not end it", async () => {
  const [attacker, victim] = [await addCustomer(shop), await addCustomer(shop)]
  for (const id of [victim.sessionId, randomUUIDv7()]) {
    const { status } = await attacker.call('DELETE', `/api/account/sessions/${id}`)
    expect(status).toBe(404)
  }
  expect((await victim.call('GET', '/api/account')).status).toBe(200)
})

test.each([
  ['GET', '/list-sessions'],
  ['POST', '/revoke-session'],
  ['POST', '/revoke-sessions'],
  ['POST', '/revoke-other-sessions'],
  ['POST', '/delete-user'],
  ['GET', '/delete-user/callback?token=x'],
  ['POST', '/update-session'],
  ['POST', '/get-access-token'],
  ['POST', '/refresh-token'],
  ['GET', '/account-info'],
  ['POST', '/admin/ban-user'],
  ['POST', '/sign-in/phone-number'],
  ['POST', '/phone-number/reset-password'],
  ['POST', '/phone-number/request-password-reset'],
  ['GET', '/List-Sessions'],
  ['GET', '/%6cist-sessions'],
  ['GET', '//list-sessions/'],
])('responds 404 to the unused endpoint %s %s of Better Auth', async (method, path) => {
  const { cookie } = await signUp(shop)
  const headers = { origin: shop.url, cookie }
  const body = method === 'POST' ? {} : undefined
  const response = await shop.call(method, `/api/auth${path}`, body, headers)
  expect([response.status, response.body.code]).toEqual([404, 'route_missing'])
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on a Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('formats the user agent %s as %s', (userAgent, device) => {
  expect(formatDevice(userAgent)).toBe(device)
})
