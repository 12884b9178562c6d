import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testSettings } from '../tests/support/shop/settings.ts'
import { ConfigError, isLoopback, readConfig, withSettingFiles } from './config.ts'

const settings = { ...testSettings, DATABASE_URL: 'postgresql://shop@127.0.0.1/shop' }

const production = {
  ...settings,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  STRIPE_API_URL: 'https://api.stripe.com',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Freehub <orders@shop.example>',
  SMS_HOOK_URL: 'https://sms.example/send',
  SMS_HOOK_SECRET: 'sixteen letters!',
}

function listErrors(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

test('uses defaults for settings that are not set', () => {
  expect(readConfig(settings)).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    localCurrencyRate: 122,
    reservationHours: 72,
    unpaidOrdersMax: 20,
    reviewBurstMax: 20,
    trustedProxies: [],
    demoAccounts: [],
  })
})

test('converts limits to milliseconds and bytes', () => {
  const { limits, stripe } = readConfig({
    ...settings,
    BODY_SECONDS: '7',
    CACHE_MEMORY_MB: '8',
    STRIPE_SECONDS: '4',
  })
  expect([limits.bodyMs, limits.cache.bytes, stripe.timeoutMs]).toEqual([7_000, 8_388_608, 4_000])
  expect(listErrors({ ...settings, CONNECTIONS_MAX: '9' })).toEqual([
    'CONNECTIONS_MAX is wrong: write a whole number from 10 to 100000, such as 2000.',
  ])
})

test('reads trace limits from OpenTelemetry’s variables and prefers `OTEL_EXPORTER_OTLP_TRACES_TIMEOUT` to the common timeout', () => {
  const readLimits = (env: object) => readConfig({ ...settings, ...env }).limits.traces
  const common = { OTEL_EXPORTER_OTLP_TIMEOUT: '7000', OTEL_BSP_MAX_QUEUE_SIZE: '9' }
  expect(readLimits({})).toEqual({
    maxQueuedSpans: 2048,
    exportMs: 10_000,
    requestTimeoutMs: 5_000,
  })
  expect(readLimits(common)).toEqual({
    maxQueuedSpans: 9,
    exportMs: 10_000,
    requestTimeoutMs: 7_000,
  })
  expect(
    readLimits({ ...common, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '8000' }).requestTimeoutMs,
  ).toBe(8_000)
})

test('treats an empty setting as not set', () => {
  expect(readConfig({ ...settings, PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 3000 })
})

test('reads a setting from the file that its _FILE variable names', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'setting-')), 'auth-secret')
  await writeFile(file, 'a secret of forty random characters, say\n')
  const { AUTH_SECRET: _, ...others } = settings
  expect(readConfig({ ...others, AUTH_SECRET_FILE: file })).toMatchObject({
    authSecret: 'a secret of forty random characters, say',
  })
  expect(listErrors({ ...settings, AUTH_SECRET_FILE: file })).toEqual([
    'AUTH_SECRET is set twice: remove it, or AUTH_SECRET_FILE.',
  ])
  await rm(path.dirname(file), { recursive: true })
  expect(listErrors({ ...others, AUTH_SECRET_FILE: file })).toEqual([
    `AUTH_SECRET_FILE is wrong: ${file} cannot be read (ENOENT).`,
  ])
})

test('serves metrics on the loopback interface unless set otherwise', () => {
  const open = { ...settings, HOST: '0.0.0.0', METRICS_PORT: '9464' }
  expect(readConfig(open).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
  const { metrics } = readConfig({ ...open, METRICS_HOST: '10.0.0.7' })
  expect(metrics).toEqual({ port: 9464, host: '10.0.0.7' })
})

test('refuses METRICS_PORT on the IP address and port of the shop', () => {
  const message = 'METRICS_PORT is wrong: write another port than PORT.'
  expect(listErrors({ ...settings, METRICS_PORT: '3000' })).toEqual([message])
  const same = { ...settings, PORT: '9464', METRICS_PORT: '9464' }
  expect(listErrors({ ...same, HOST: '0.0.0.0' })).toEqual([message])
  expect(listErrors({ ...same, HOST: '10.0.0.7' })).toEqual([])
})

test('lists all missing settings with the expected values', () => {
  expect(listErrors({})).toEqual([
    'DATABASE_URL is not set: write postgresql://user:password@host:5432/database.',
    'AUTH_SECRET is not set: write at least 32 random characters.',
    'STRIPE_SECRET_KEY is not set: write the key from the Stripe dashboard that begins with sk_.',
    'STRIPE_PUBLISHABLE_KEY is not set: write the key from the Stripe dashboard that begins with pk_.',
    'STRIPE_WEBHOOK_SECRET is not set: write the webhook secret from the Stripe dashboard, whsec_….',
    'SMTP_URL is not set: write smtp://user:password@host:587.',
  ])
})

test.each([
  ['NODE_ENV', 'Production'],
  ['NODE_ENV', 'prod'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '0x10'],
  ['PUBLIC_URL', 'shop.example'],
  ['PUBLIC_URL', 'https://shop.example/'],
  ['PUBLIC_URL', 'https://shop.example/path'],
  ['PUBLIC_URL', 'ftp://shop.example'],
  ['DATABASE_URL', 'mysql://host/shop'],
  ['AUTH_SECRET', 'too short'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_API_URL', 'api.stripe.com'],
  ['STRIPE_JS_URL', 'nowhere'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'a'],
  ['INBOX_URL', 'inbox'],
  ['DEMO_ACCOUNTS', 'admin@freehub.test'],
  ['LOCAL_CURRENCY_RATE', '-1'],
  ['LOCAL_CURRENCY_RATE', '0'],
  ['RESERVATION_HOURS', '0'],
  ['UNPAID_ORDERS_MAX', 'many'],
  ['REVIEW_BURST_MAX', '0'],
  ['ADMIN_SECOND_FACTOR', 'on'],
  ['ADMIN_SECOND_FACTOR_GRACE_DAYS', '366'],
  ['TRUSTED_PROXIES', 'all'],
  ['TRUSTED_PROXIES', '10.0.0.1,'],
  ['TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
  ['TRUSTED_PROXIES', '10.0.0.256'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', 'fd00::/129'],
  ['TRUSTED_PROXIES', 'fe80::1%eth0'],
  ['LOG_LEVEL', 'loud'],
])('refuses %s = %s and states the expected value', (name, value) => {
  const [error, ...others] = listErrors({ ...settings, [name]: value })
  expect(error).toMatch(new RegExp(`^${name} is wrong: .*write .+\\.$`))
  expect(others).toEqual([])
})

test('refuses a misspelt NODE_ENV also for the commands of the shop', () => {
  expect(() => withSettingFiles({ NODE_ENV: 'Production' })).toThrow(
    'NODE_ENV is wrong: write production or development.',
  )
  expect(withSettingFiles({ NODE_ENV: '' })).toEqual({ NODE_ENV: '' })
})

test('accepts IPv4 and IPv6 addresses and networks as trusted proxies', async () => {
  const text = '10.0.0.1, 192.168.0.0/16,::1,fd00::/8,::ffff:10.0.0.1'
  const { trustedProxies } = readConfig({ ...settings, TRUSTED_PROXIES: text })
  expect(trustedProxies).toEqual([
    '10.0.0.1',
    '192.168.0.0/16',
    '::1',
    'fd00::/8',
    '::ffff:10.0.0.1',
  ])
  expect(() => Fastify({ trustProxy: trustedProxies })).not.toThrow()
})

test.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
  ['localhost.example', false],
])('isLoopback(%s) is %s', (host, expected) => expect(isLoopback(host)).toBe(expected))

test('lists violated production requirements together with all other errors', () => {
  const errors = listErrors({
    NODE_ENV: 'production',
    PORT: '0',
    INBOX_URL: 'http://localhost',
    PASSWORD_HASHING: 'fast',
  })
  const names = errors.map((sentence) => sentence.split(' ')[0])
  expect(names.sort()).toEqual([
    'AUTH_SECRET',
    'DATABASE_URL',
    'INBOX_URL',
    'MAIL_FROM',
    'PASSWORD_HASHING',
    'PORT',
    'PUBLIC_URL',
    'SMTP_URL',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
})

test('requires a second factor from admins in production after two weeks by default', () => {
  const graceHours = (env: Record<string, string>) => readConfig(env).staff.graceHours
  expect(graceHours(settings)).toBeNull()
  expect(graceHours(production)).toBe(14 * 24)
  expect(graceHours({ ...production, ADMIN_SECOND_FACTOR: 'optional' })).toBeNull()
  const required = { ...settings, ADMIN_SECOND_FACTOR: 'required' }
  expect(graceHours({ ...required, ADMIN_SECOND_FACTOR_GRACE_DAYS: '0' })).toBe(0)
})

test('accepts complete production settings', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    publicUrl: 'https://shop.example',
  })
})

test.each([
  ['PUBLIC_URL', undefined],
  ['PUBLIC_URL', 'http://shop.example'],
  ['PUBLIC_URL', 'http://shop.example/'],
  ['STRIPE_API_URL', 'http://127.0.0.1:3001'],
  ['STRIPE_API_URL', 'http://127.9.9.9:3001'],
  ['STRIPE_API_URL', 'http://0.0.0.0:3001'],
  ['STRIPE_API_URL', 'http://0:3001'],
  ['STRIPE_API_URL', 'http://[::]:3001'],
  ['STRIPE_API_URL', 'http://[::ffff:127.0.0.1]:3001'],
  ['STRIPE_API_URL', 'http://[::ffff:0.0.0.0]:3001'],
  ['STRIPE_JS_URL', 'http://localhost:3001/stripe.js'],
  ['STRIPE_JS_URL', 'http://localhost.:3001/stripe.js'],
  ['SMTP_URL', 'smtp://[::1]:3002'],
  ['SMTP_URL', 'smtp://127.1:3002'],
  ['SMTP_URL', 'smtp://user:password@0.0.0.0:3002'],
  ['SMS_HOOK_URL', 'http://127.0.0.1:3001/sms'],
  ['GOOGLE_ISSUER', 'http://127.0.0.1:3001/google'],
  ['GOOGLE_JWKS_URL', 'http://127.0.0.1:3001/google/oauth2/v3/certs'],
  ['GITHUB_TOKEN_URL', 'http://localhost:3001/github/login/oauth/access_token'],
  ['DEMO_ACCOUNTS', 'admin@freehub.test:sandbox-only'],
  ['INBOX_URL', 'http://localhost:3001/mail'],
])('refuses %s = %s in production', (name, value) => {
  const errors = listErrors({ ...production, [name]: value })
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(new RegExp(`^${name} .+\\.$`))
})

test('enables a sign-in provider with its keys at the default URL', () => {
  expect(readConfig(settings)).toMatchObject({ google: undefined, github: undefined })
  const keys = { GITHUB_CLIENT_ID: 'Iv1.own', GITHUB_CLIENT_SECRET: 'own' }
  expect(readConfig({ ...settings, ...keys })).toMatchObject({
    google: undefined,
    github: { clientId: 'Iv1.own', clientSecret: 'own', apiUrl: 'https://api.github.com' },
  })
})

test('refuses GOOGLE_CLIENT_SECRET without GOOGLE_CLIENT_ID', () => {
  expect(listErrors({ ...settings, GOOGLE_CLIENT_SECRET: 'GOCSPX-own' })).toEqual([
    'GOOGLE_CLIENT_ID is not set: set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither.',
  ])
})

test('enables SMS with a hook and its secret, and refuses one without the other', () => {
  expect(readConfig(settings).smsHook).toBeUndefined()
  expect(readConfig(production).smsHook).toEqual({
    url: 'https://sms.example/send',
    secret: 'sixteen letters!',
    timeoutMs: 10_000,
  })
  expect(listErrors({ ...production, SMS_HOOK_SECRET: '' })).toEqual([
    'SMS_HOOK_SECRET is not set: set both SMS_HOOK_URL and SMS_HOOK_SECRET, or neither.',
  ])
  expect(listErrors({ ...production, SMS_HOOK_SECRET: 'short', SMS_HOOK_URL: 'sms' })).toEqual([
    'SMS_HOOK_URL is wrong: write the URL that sends SMS, such as https://sms.example/send.',
    'SMS_HOOK_SECRET is wrong: write at least 16 random characters.',
  ])
})

test('parses the demo accounts', () => {
  const accounts = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'
  expect(readConfig({ ...settings, DEMO_ACCOUNTS: accounts }).demoAccounts).toEqual([
    { email: 'admin@freehub.test', password: 'sandbox-only' },
    { email: 'customer@freehub.test', password: 'sandbox-only' },
  ])
})

test('reads the trace endpoint from OpenTelemetry’s variables', () => {
  const urlOf = (env: Record<string, string>) => readConfig({ ...settings, ...env }).tracesUrl
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(urlOf({})).toBeUndefined()
  expect(urlOf(base)).toBe('http://collector:4318/v1/traces')
  expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })).toBe(
    'https://c.example/otlp/v1/traces',
  )
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/t' }
  expect(urlOf({ ...base, ...own })).toBe('http://other/t')
  expect(urlOf({ ...base, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(listErrors({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT is wrong: write a URL such as http://localhost:4318.',
  ])
})

test('uses the shop’s contact details for the seller on invoices unless set otherwise', () => {
  expect(readConfig(settings).maker).toEqual({
    name: 'Freehub',
    address: ['Plot 12', 'Foundry Road', 'Dhaka', 'Bangladesh'],
    taxId: null,
    origin: 'Bangladesh',
    email: 'sales@freehub.example',
    telephone: '+880 2 5550 1994',
  })
  const { maker } = readConfig({
    ...settings,
    MAKER_NAME: 'Nordlicht Velo GmbH',
    MAKER_ADDRESS: 'Werkhof 3, 2. OG\\n20457 Hamburg',
    MAKER_TAX_ID: 'DE 123 456 789',
    MAKER_ORIGIN: 'Germany',
  })
  expect(maker).toMatchObject({
    name: 'Nordlicht Velo GmbH',
    address: ['Werkhof 3, 2. OG', '20457 Hamburg'],
    taxId: 'DE 123 456 789',
    origin: 'Germany',
  })
  expect(readConfig({ ...settings, MAKER_ADDRESS: 'Werkhof 3' }).maker.origin).toBeNull()
  expect(listErrors({ ...settings, MAKER_NAME: 'x'.repeat(101) })).toEqual([
    'MAKER_NAME is wrong: write at most 100 characters.',
  ])
})
