import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import type { SandboxSettings } from '../settings.ts'

export const keys = {
  secret: 'sk_test_sandboxsecret',
  publishable: 'pk_test_sandboxpublic',
  webhook: 'whsec_sandboxwebhooks',
}

/** Returns settings with free ports and a new data folder. */
export function testSettings(overrides: Partial<SandboxSettings> = {}): SandboxSettings {
  return {
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: mkdtempSync(join(tmpdir(), 'sandbox-')),
    stripeSecretKey: keys.secret,
    stripePublishableKey: keys.publishable,
    stripeWebhookSecret: keys.webhook,
    stripeWebhookUrl: null,
    smsSecret: 'a-secret-of-the-sandbox',
    google: {
      clientId: 'sandbox.apps.googleusercontent.com',
      clientSecret: 'GOCSPX-sandboxsecret',
      redirectUris: ['http://localhost:3000/back/google', 'http://127.0.0.1:3000/back/google'],
    },
    github: {
      clientId: 'Iv1.sandbox',
      clientSecret: 'githubsandboxsecret',
      redirectUris: ['http://localhost:3000/back/github', 'http://127.0.0.1:3000/back/github'],
    },
    ...overrides,
  }
}

/** Creates a client of the Stripe SDK for a sandbox. */
export function createStripeClient(
  url: string,
  options: { key?: string; retries?: number } = {},
): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(options.key ?? keys.secret, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: options.retries ?? 0,
    telemetry: false,
  })
}

/** Calls a control route of the sandbox. */
export async function control(url: string, path: string, body?: unknown, method = 'POST') {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { status: response.status, body: await response.json() }
}

/** Starts a webhook endpoint that verifies events with the SDK. `respond` returns the status. */
export async function listenWebhooks(respond: (event: Stripe.Event) => number = () => 200) {
  const received: Stripe.Event[] = []
  const server = createServer(async (request, response) => {
    const signature = String(request.headers['stripe-signature'])
    const event = Stripe.webhooks.constructEvent(await readBody(request), signature, keys.webhook)
    received.push(event)
    response.writeHead(respond(event)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    types: () => received.map((event) => event.type),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function readBody(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
