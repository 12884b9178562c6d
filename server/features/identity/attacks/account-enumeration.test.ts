import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signUpWithSecondFactor } from '../../../../tests/support/identity/second-factor.ts'
import { callIdentity, signUp } from '../../../../tests/support/identity/sign-in.ts'
import type { ApiResponse } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'

let shop: TestShop
let emails: Record<string, string>
let hashes = 0
const { scrypt } = crypto

beforeAll(async () => {
  shop = await startTestShop({ settings: { PASSWORD_HASHING: 'strong' } })
  const banned = await signUp(shop)
  await sql`update users set banned_at = now(), ban_reason = 'x' where email = ${banned.email}`.execute(
    shop.db,
  )
  emails = {
    'with a password': (await signUp(shop)).email,
    'with a provider account only': (await addCustomer(shop)).email,
    'with a second factor': (await signUpWithSecondFactor(shop)).email,
    banned: banned.email,
    unknown: 'unknown@example.com',
  }
  crypto.scrypt = ((...args: Parameters<typeof scrypt>) => {
    hashes += 1
    return scrypt(...args)
  }) as typeof scrypt
  syncBuiltinESMExports()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(async () => {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
  await shop.close()
})

/** Headers that differ between any two responses. */
const VARYING_HEADERS = new Set(['date', 'x-request-id'])

/** Returns the parts of a response that must not depend on the account. */
function pickComparable({ status, body, headers }: ApiResponse) {
  return { status, body, headers: [...headers].filter(([name]) => !VARYING_HEADERS.has(name)) }
}

/** Expects the same response and number of password hashes for every email. */
async function expectSameResponses(
  call: (email: string) => Promise<ApiResponse>,
  expected: object,
) {
  const responses = []
  for (const email of Object.values(emails)) {
    hashes = 0
    responses.push({ ...pickComparable(await call(email)), hashes })
  }
  expect(responses[0]).toMatchObject(expected)
  for (const response of responses) expect(response).toEqual(responses[0])
}

test('responds in the same way to a wrong password for every account, and computes one hash', () =>
  expectSameResponses(
    (email) => callIdentity(shop, '/sign-in/email', { email, password: 'a guess' }),
    {
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
      hashes: 1,
    },
  ))

test('responds in the same way to a password reset for every email', () =>
  expectSameResponses((email) => callIdentity(shop, '/request-password-reset', { email }), {
    status: 200,
    body: { status: true },
    hashes: 0,
  }))

test('responds to a request for a confirmation mail in the same way for every email', async () => {
  // Better Auth delays each response by half a second, so the requests run concurrently.
  const requests = Object.values(emails).map((email) =>
    callIdentity(shop, '/send-verification-email', { email }),
  )
  for (const { status, body } of await Promise.all(requests)) {
    expect([status, body]).toEqual([200, { status: true }])
  }
})
