import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  callSecondFactor,
  signUpWithSecondFactor,
} from '../../../../tests/support/identity/second-factor.ts'
import {
  callIdentity,
  GOOD_PASSWORD,
  readCookies,
} from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const runbook = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const statements = /```sql\n(begin;\n.*?)```/s.exec(runbook)?.[1] ?? ''

test('ends old sessions when AUTH_SECRET is replaced, and lets users sign in again', async () => {
  let shop = await startTestShop()
  try {
    const person = await signUpWithSecondFactor(shop)
    shop = await shop.reopen({
      AUTH_SECRET: 'another-secret-that-has-not-leaked-yet',
      LOG_LEVEL: 'silent',
    })
    const credentials = { email: person.email, password: GOOD_PASSWORD }
    const signIn = () => callIdentity(shop, '/sign-in/email', credentials)

    const session = await shop.visit('GET', '/api/auth/get-session', undefined, {
      origin: shop.url,
      cookie: person.cookie,
    })
    expect(session.body).toBeNull()

    // No code works now, because the app's secret was encrypted with the old AUTH_SECRET.
    const challenge = await signIn()
    expect(challenge.body.twoFactorRedirect).toBe(true)
    for (const [what, code] of [
      ['verify-totp', person.app.code()],
      ['verify-backup-code', person.backupCodes[0]],
    ] as const) {
      const refused = await callSecondFactor(shop, what, { code }, readCookies(challenge))
      expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR_UNREADABLE'])
    }
    await sql.raw(statements).execute(shop.db)
    const { status, body } = await signIn()
    expect({ status, factor: body.twoFactorRedirect }).toEqual({ status: 200, factor: undefined })
    expect(body.user.email).toBe(person.email)
  } finally {
    await shop.close()
  }
})
