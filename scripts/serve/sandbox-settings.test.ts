import { expect, test } from 'vitest'
import { applySandbox } from './sandbox-settings.ts'

const secrets = {
  AUTH_SECRET: 'generated at the first start',
  STRIPE_SECRET_KEY: 'sk_test_generated',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_generated',
  STRIPE_WEBHOOK_SECRET: 'whsec_generated',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-generated',
  GITHUB_CLIENT_SECRET: 'generated, too',
  SMS_HOOK_SECRET: 'also generated',
}
const applyTo = (given: Record<string, string>) => applySandbox(given, secrets, '/data')

test('the sandbox replaces every provider if no provider is set', () => {
  const { env, sandbox } = applyTo({ PORT: '4000' })
  expect(env).toEqual({
    PORT: '4000',
    ...secrets,
    STRIPE_API_URL: 'http://127.0.0.1:4001',
    STRIPE_JS_URL: 'http://127.0.0.1:4001/cards/stripe.js',
    SMTP_URL: 'smtp://127.0.0.1:4002',
    GOOGLE_CLIENT_ID: 'sandbox.apps.googleusercontent.com',
    GOOGLE_ISSUER: 'http://127.0.0.1:4001/google',
    GOOGLE_AUTHORIZATION_URL: 'http://127.0.0.1:4001/google/o/oauth2/v2/auth',
    GOOGLE_TOKEN_URL: 'http://127.0.0.1:4001/google/token',
    GOOGLE_JWKS_URL: 'http://127.0.0.1:4001/google/oauth2/v3/certs',
    GITHUB_CLIENT_ID: 'Iv1.sandbox',
    GITHUB_AUTHORIZATION_URL: 'http://127.0.0.1:4001/github/login/oauth/authorize',
    GITHUB_TOKEN_URL: 'http://127.0.0.1:4001/github/login/oauth/access_token',
    GITHUB_API_URL: 'http://127.0.0.1:4001/github/api',
    SMS_HOOK_URL: 'http://127.0.0.1:4001/sms',
    INBOX_URL: 'http://127.0.0.1:4001/mail',
    DEMO_ACCOUNTS: 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only',
  })
  expect(sandbox).toMatchObject({
    SANDBOX_PORT: '4001',
    SANDBOX_SMTP_PORT: '4002',
    SANDBOX_DATA_DIR: '/data/sandbox',
    SANDBOX_STRIPE_WEBHOOK_URL: 'http://127.0.0.1:4000/api/webhooks/stripe',
    SANDBOX_GITHUB_REDIRECT_URIS:
      'http://localhost:4000/api/auth/callback/github,http://127.0.0.1:4000/api/auth/callback/github,http://[::1]:4000/api/auth/callback/github',
  })
})

test('the sandbox does not replace a provider that has at least one setting', () => {
  const own = { STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_PUBLISHABLE_KEY: 'pk_test_own' }
  const { env, sandbox } = applyTo(own)
  expect(env).toMatchObject({ ...own, STRIPE_WEBHOOK_SECRET: 'whsec_generated' })
  expect(env).not.toHaveProperty('STRIPE_API_URL')
  expect(env).toHaveProperty('INBOX_URL')
  expect(sandbox).toBeDefined()
})

test('no sandbox is needed when all providers are set', () => {
  const { env, sandbox } = applyTo({
    STRIPE_SECRET_KEY: 'sk_test_own',
    SMTP_URL: 'smtp://mail.example:587',
    SMS_HOOK_URL: 'https://texts.example',
    SMS_HOOK_SECRET: 'sixteen letters!',
    GOOGLE_CLIENT_ID: 'own',
    GOOGLE_CLIENT_SECRET: 'own',
    GITHUB_CLIENT_ID: 'own',
    GITHUB_CLIENT_SECRET: 'own',
  })
  expect(sandbox).toBeUndefined()
  expect(env).not.toHaveProperty('INBOX_URL')
})

test('redirect URIs use PUBLIC_URL when it is set', () => {
  const { sandbox } = applyTo({ PUBLIC_URL: 'https://shop.test' })
  expect(sandbox?.SANDBOX_GOOGLE_REDIRECT_URIS).toBe('https://shop.test/api/auth/callback/google')
})

test('GITHUB_API_URL and GITHUB_TOKEN of GitHub Actions do not count as provider settings', () => {
  const { env } = applyTo({ GITHUB_API_URL: 'https://api.github.com', GITHUB_TOKEN: 'ghs_x' })
  expect(env.GITHUB_API_URL).toBe('http://127.0.0.1:3001/github/api')
})

test('rejects a HOST that is not loopback, and an invalid SANDBOX_PORT', () => {
  expect(applyTo({ HOST: '::1' }).sandbox?.SANDBOX_STRIPE_WEBHOOK_URL).toBe(
    'http://[::1]:3000/api/webhooks/stripe',
  )
  expect(() => applyTo({ HOST: '0.0.0.0' })).toThrow(
    /^HOST 0\.0\.0\.0 is reachable from other machines/,
  )
  expect(() => applyTo({ HOST: '::' })).toThrow(/^HOST :: is reachable from other machines/)
  expect(() => applyTo({ SANDBOX_PORT: '70000' })).toThrow(/^SANDBOX_PORT is invalid/)
})

test('rejects DATABASE_URL together with an HTTPS origin, as in production', () => {
  const database = { DATABASE_URL: 'postgresql://127.0.0.1/shop' }
  expect(() => applyTo({ ...database, PUBLIC_URL: 'https://shop.example' })).toThrow(
    /^The sandbox does not add demo accounts .*: set NODE_ENV=production/,
  )
  expect(applyTo(database).env).toMatchObject(database)
  expect(() => applyTo({ ...database, PUBLIC_URL: 'http://localhost:3000' })).not.toThrow()
})

test.each([
  [{ PORT: '65534' }, 'SANDBOX_PORT is not set, and 65535 is too high: set a port'],
  [{ PORT: '65535' }, 'SANDBOX_PORT is not set, and 65536 is too high: set a port'],
  [
    { PORT: '4000', SANDBOX_PORT: '4000' },
    'set a port other than PORT (4000) and 3999, because the next port is for mail.',
  ],
  [
    { PORT: '4000', SANDBOX_PORT: '3999' },
    'set a port other than PORT (4000) and 3999, because the next port is for mail.',
  ],
])('rejects the ports %o', (ports, message) => {
  expect(() => applyTo(ports)).toThrow(message)
  expect(() => applyTo({ PORT: '65536' })).not.toThrow()
})
