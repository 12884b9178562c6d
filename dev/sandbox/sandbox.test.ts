import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { findPortProblem } from './loopback.ts'
import { readSettings, type SandboxSettings } from './settings.ts'
import {
  control,
  createStripeClient,
  listenWebhooks,
  testSettings,
} from './testing/sandbox-helpers.ts'

const processes: ChildProcess[] = []
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

describe('The sandbox as a process', () => {
  test('signals that it is ready and prints one line', async () => {
    const { child, output } = await run(await settingsOnFreePorts())
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(output.out.trim().split('\n')).toEqual([expect.stringMatching(/^Sandbox: http:/)])
    expect(output.err).toBe('')
  })

  test('exits when its parent exits', async () => {
    const { child } = await run(await settingsOnFreePorts())
    child.disconnect()
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })

  test('reports a port that is in use', async () => {
    const settings = await settingsOnFreePorts()
    const other = createServer().listen(settings.smtpPort, '127.0.0.1')
    await once(other, 'listening')
    const { child, output } = launch(settings)
    const [code] = await once(child, 'close')
    other.close()
    expect(code).toBe(1)
    expect(output.err).toBe(
      `Port ${settings.smtpPort} on 127.0.0.1 is already in use. Set SANDBOX_SMTP_PORT to a free port.\n`,
    )
    expect(output.out).toBe('')
  })

  test('reports every invalid setting', async () => {
    const environment = environmentOf({
      ...(await settingsOnFreePorts()),
      host: '0.0.0.0',
      stripeSecretKey: 'sk_live_nonononono',
      stripeWebhookUrl: 'https://example.com/hook',
      google: { clientId: '', clientSecret: 'secret', redirectUris: [] },
      github: {
        clientId: 'app',
        clientSecret: '',
        redirectUris: ['http://localhost:3000/back', 'javascript:alert(1)'],
      },
    })
    expect(readSettings(environment)).toEqual({
      errors: [
        'SANDBOX_HOST must be a loopback address such as 127.0.0.1, not "0.0.0.0".',
        'SANDBOX_STRIPE_SECRET_KEY must be sk_test_ followed by at least 8 characters.',
        'SANDBOX_STRIPE_WEBHOOK_URL must be an http URL on loopback, not "https://example.com/hook".',
        'SANDBOX_GOOGLE_CLIENT_ID is missing. Set it to the client ID of the app.',
        'SANDBOX_GOOGLE_REDIRECT_URIS must be http or https URLs separated by commas, not "".',
        'SANDBOX_GITHUB_CLIENT_SECRET is missing. Set it to the client secret of the app.',
        'SANDBOX_GITHUB_REDIRECT_URIS must be http or https URLs separated by commas, not "javascript:alert(1)".',
      ],
    })
  })
})

describe('After a kill', () => {
  test('the sandbox keeps all acknowledged payments, and delivers their events after the restart', async () => {
    const endpoint = await listenWebhooks()
    const settings = { ...(await settingsOnFreePorts()), stripeWebhookUrl: endpoint.url }
    const stripe = createStripeClient(urlOf(settings))
    const { child } = await run(settings)
    // All events are held, so that none is delivered before the kill.
    await control(urlOf(settings), 'cards/faults', { holdWebhooks: true })
    const confirmed: Stripe.PaymentIntent[] = []
    const work = Array.from({ length: 4 }, async () => {
      for (;;) confirmed.push(await payOnce(stripe))
    })
    await expect.poll(() => confirmed.length).toBeGreaterThan(12)
    child.kill('SIGKILL')
    await Promise.allSettled(work)

    const file = join(settings.dataDir, 'cards.jsonl')
    // The first 80 characters of a line, as a kill during a write leaves them.
    appendFileSync(file, readFileSync(file, 'utf8').slice(0, 80))
    expect(endpoint.received).toEqual([])
    await run(settings)
    for (const intent of confirmed) {
      expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
    }
    await payOnce(stripe)
    const paid = () =>
      endpoint.received
        .filter(({ type }) => type === 'payment_intent.succeeded')
        .map(({ data }) => (data.object as Stripe.PaymentIntent).id)
    const ids = confirmed.map(({ id }) => id)
    await expect.poll(paid).toEqual(expect.arrayContaining(ids))
    await endpoint.close()
  })
})

const payOnce = (stripe: Stripe) =>
  stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  })

const urlOf = ({ port }: SandboxSettings) => `http://127.0.0.1:${port}`

async function run(settings: SandboxSettings) {
  const started = launch(settings)
  const [message] = await once(started.child, 'message')
  expect(message).toEqual({ ready: true })
  return started
}

function launch(settings: SandboxSettings) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: { PATH, NODE_COMPILE_CACHE, ...environmentOf(settings) },
  })
  processes.push(child)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.err += chunk
  })
  return { child, output }
}

async function settingsOnFreePorts() {
  const port = await findFreePort()
  return testSettings({ port, smtpPort: await findFreePort(port) })
}

/**
 * Returns a free port, other than `taken`, from a range that neither the operating system nor the
 * shop's tests use.
 */
async function findFreePort(taken?: number): Promise<number> {
  const port = randomInt(10_000, 12_000)
  const isFree = port !== taken && (await findPortProblem('127.0.0.1', port, '')) === null
  return isFree ? port : findFreePort(taken)
}

function environmentOf(settings: SandboxSettings) {
  return {
    SANDBOX_HOST: settings.host,
    SANDBOX_PORT: String(settings.port),
    SANDBOX_SMTP_PORT: String(settings.smtpPort),
    SANDBOX_DATA_DIR: settings.dataDir,
    SANDBOX_STRIPE_SECRET_KEY: settings.stripeSecretKey,
    SANDBOX_STRIPE_PUBLISHABLE_KEY: settings.stripePublishableKey,
    SANDBOX_STRIPE_WEBHOOK_SECRET: settings.stripeWebhookSecret,
    SANDBOX_STRIPE_WEBHOOK_URL: settings.stripeWebhookUrl ?? '',
    SANDBOX_SMS_SECRET: settings.smsSecret,
    SANDBOX_GOOGLE_CLIENT_ID: settings.google.clientId,
    SANDBOX_GOOGLE_CLIENT_SECRET: settings.google.clientSecret,
    SANDBOX_GOOGLE_REDIRECT_URIS: settings.google.redirectUris.join(','),
    SANDBOX_GITHUB_CLIENT_ID: settings.github.clientId,
    SANDBOX_GITHUB_CLIENT_SECRET: settings.github.clientSecret,
    SANDBOX_GITHUB_REDIRECT_URIS: settings.github.redirectUris.join(','),
  }
}
