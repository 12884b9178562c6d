import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signUpGuarded } from '../../../../tests/support/identity/second-factor.ts'
import { askIdentity, signUp } from '../../../../tests/support/identity/sign-in.ts'
import type { Answer } from '../../../../tests/support/shop/calls.ts'
import { addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let people: Record<string, string>
let hashes = 0
const { scrypt } = crypto

beforeAll(async () => {
  shop = await startTestShop({ settings: { PASSWORD_HASHING: 'strong' } })
  const banned = await signUp(shop)
  await sql`update users set banned_at = now(), ban_reason = 'x' where email = ${banned.email}`.execute(
    shop.db,
  )
  people = {
    'somebody with a password': (await signUp(shop)).email,
    'somebody who comes by a provider alone': (await addCustomer(shop)).email,
    'somebody with a second factor': (await signUpGuarded(shop)).email,
    'somebody who is banned': banned.email,
    nobody: 'nobody@example.com',
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

/** What is another each time, whoever asks about whom. */
const PASSING = new Set(['date', 'x-request-id'])

/** All that whoever asks can see, but for that. */
function seen({ status, body, headers }: Answer) {
  return { status, body, headers: [...headers].filter(([name]) => !PASSING.has(name)) }
}

/** What is answered about each of them, and what it costs; all of it must be one and the same. */
async function expectAlike(ask: (email: string) => Promise<Answer>, answer: object) {
  const answers = []
  for (const email of Object.values(people)) {
    hashes = 0
    answers.push({ ...seen(await ask(email)), hashes })
  }
  expect(answers[0]).toMatchObject(answer)
  for (const one of answers) expect(one).toEqual(answers[0])
}

test('a wrong password tells nothing of whose it is, and costs one hash for everybody', () =>
  expectAlike((email) => askIdentity(shop, '/sign-in/email', { email, password: 'a guess' }), {
    status: 401,
    body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    hashes: 1,
  }))

test('asking for a new password tells nothing of whom one asks for', () =>
  expectAlike((email) => askIdentity(shop, '/request-password-reset', { email }), {
    status: 200,
    body: { status: true },
    hashes: 0,
  }))

test('asking for the mail that confirms tells nothing of whom one asks for', async () => {
  // Each takes half a second, by which nobody is told apart: all are asked at once.
  const asked = Object.values(people).map((email) =>
    askIdentity(shop, '/send-verification-email', { email }),
  )
  for (const answer of await Promise.all(asked)) {
    expect([answer.status, answer.body]).toEqual([200, { status: true }])
  }
})
