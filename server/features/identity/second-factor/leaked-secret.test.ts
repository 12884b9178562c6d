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
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const runbook = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const [replaceSecret = '', recoverAccount = ''] = Array.from(
  runbook.matchAll(/```sql\n(begin;\n.*?)```/gs),
  ([, statements]) => statements,
)

test('ends old sessions when AUTH_SECRET is replaced, and lets users sign in again', async () => {
  let shop = await startTestShop()
  try {
    const user = await signUpWithSecondFactor(shop)
    shop = await shop.reopen({
      AUTH_SECRET: 'another-secret-that-has-not-leaked-yet',
      LOG_LEVEL: 'silent',
    })
    const credentials = { email: user.email, password: GOOD_PASSWORD }
    const signIn = () => callIdentity(shop, '/sign-in/email', credentials)

    const session = await shop.call('GET', '/api/auth/get-session', undefined, {
      origin: shop.url,
      cookie: user.cookie,
    })
    expect(session.body).toBeNull()

    // No code works now, because the authenticator app's secret was encrypted with the old AUTH_SECRET.
    const challenge = await signIn()
    expect(challenge.body.twoFactorRedirect).toBe(true)
    for (const [what, code] of [
      ['verify-totp', user.app.code()],
      ['verify-backup-code', user.backupCodes[0]],
    ] as const) {
      const refused = await callSecondFactor(shop, what, { code }, readCookies(challenge))
      expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR_UNREADABLE'])
    }
    await sql.raw(replaceSecret).execute(shop.db)
    const { status, body } = await signIn()
    expect({ status, factor: body.twoFactorRedirect }).toEqual({ status: 200, factor: undefined })
    expect(body.user.email).toBe(user.email)
  } finally {
    await shop.close()
  }
})

test('the SQL of the operations manual gives a banned account back to its owner, without the attacker’s sign-in methods', async () => {
  const shop = await startTestShop({ sandbox: true })
  try {
    const { email } = await signUpWithSecondFactor(shop)
    const admin = await addAdmin(shop)
    const ban = `/api/users/${email}/ban`
    const banned = await admin.call('PUT', ban, { reason: 'The laptop was stolen' })
    expect(banned.status).toBe(200)

    await callIdentity(shop, '/request-password-reset', { email, redirectTo: '/login/reset' })
    const mail = await waitUntil('the reset mail has arrived', async () =>
      (await getInbox(shop).mailsTo(email)).find(({ subject }) => subject.startsWith('Reset')),
    )
    const link = new URL(/http\S+/.exec(mail.text)?.[0] ?? '')
    const opened = await shop.call('GET', link.pathname + link.search)
    const token = new URL(opened.headers.get('location') ?? '', shop.url).searchParams.get('token')
    const newPassword = 'eleven speeds backward'
    const reset = await callIdentity(shop, '/reset-password', { token, newPassword })
    expect(reset.status).toBe(200)

    await sql.raw(recoverAccount.replace('…', email)).execute(shop.db)
    const signIn = () => callIdentity(shop, '/sign-in/email', { email, password: newPassword })
    expect((await signIn()).body.code).toBe('USER_BANNED')
    expect((await admin.call('DELETE', ban)).status).toBe(200)
    const { status, body } = await signIn()
    expect({ status, factor: body.twoFactorRedirect }).toEqual({ status: 200, factor: undefined })
  } finally {
    await shop.close()
  }
})
