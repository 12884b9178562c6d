import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostnameOf, isLoopback, rejectCrossOriginRequests } from '../loopback.ts'
import type { SandboxSettings } from '../settings.ts'
import { registerApi } from './api/routes.ts'
import { type CardStore, type Change, type Dispute, openCardStore } from './card-store.ts'
import { changeFaults, type Faults, noFaults } from './faults.ts'
import { chargeCard } from './payments/charge-card.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

/** Registers the replacement of Stripe: API, Stripe.js with the card field, and webhooks. */
export function registerCardProvider(
  app: FastifyInstance,
  settings: SandboxSettings,
  storeFile: string,
) {
  const store = openCardStore(storeFile)
  const faults = noFaults()
  const webhooks = startWebhooks(store, faults, {
    url: settings.stripeWebhookUrl,
    secret: settings.stripeWebhookSecret,
  })
  const onCommit = (changes: Change[]) => webhooks.schedule(changes)
  const api = { store, faults, keys: settings, keysInUse: new Set<string>(), onCommit }

  app.register((scope) => registerApi(scope, api), { prefix: '/v1' })
  app.register((scope) => registerControl(scope, { store, faults, webhooks }), {
    prefix: '/sandbox/cards',
  })
  registerBrowserFiles(app)

  return {
    close() {
      webhooks.close()
      store.close()
    },
  }
}

type Control = {
  store: CardStore
  faults: Faults
  webhooks: Webhooks
}

/**
 * Registers the control routes for tests: fault injection, disputes and inspection. They are not part of the
 * provider's protocol.
 */
export async function registerControl(app: FastifyInstance, control: Control) {
  const { store, faults, webhooks } = control
  app.addHook('onRequest', rejectCrossOriginRequests)

  app.get('/faults', () => faults)
  app.post('/faults', (request, reply) => {
    const problem = changeFaults(faults, (request.body ?? {}) as Record<string, unknown>)
    return problem ? reply.code(400).send({ error: { message: problem } }) : faults
  })
  app.delete('/faults', () => Object.assign(faults, noFaults()))

  app.get('/intents', () => [...store.intents.values()].reverse())
  app.get('/webhooks', () =>
    [...store.deliveries.values()].reverse().map((delivery) => ({
      ...delivery,
      type: store.events.get(delivery.id)?.type,
      isHeld: webhooks.isHeld(delivery.id),
    })),
  )
  app.post('/disputes', (request) => {
    const dispute = { object: 'dispute', ...(request.body as Omit<Dispute, 'object'>) } as const
    store.commit([['disputes', dispute]])
    return dispute
  })
  app.post('/webhooks/release', () => {
    faults.holdWebhooks = false
    webhooks.release()
    return { released: true }
  })
  app.post('/processing/release', () => {
    faults.holdProcessing = false
    const changes = finishProcessing(store)
    store.commit(changes)
    webhooks.schedule(changes)
    return { released: changes.filter(([table]) => table === 'intents').length }
  })
}

function finishProcessing(store: CardStore): Change[] {
  const cause = { requestId: null, idempotencyKey: null }
  return [...store.intents.values()]
    .filter((intent) => intent.status === 'processing')
    .flatMap((intent) => {
      const card = store.methods.get(String(intent.payment_method))
      return card ? chargeCard(intent, card, cause).changes : []
    })
}

const folder = join(import.meta.dirname, 'browser')

/** The modules of the script, each after its dependencies. */
const scriptNames = ['frame', 'card-element', 'stripe']

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves the script that shops load and the pages inside its frames. */
function registerBrowserFiles(app: FastifyInstance) {
  const script = joinScript()
  for (const path of ['/cards/stripe.js', '/v3', '/v3/', '/endive/stripe.js']) {
    app.get(path, (_request, reply) =>
      setFileHeaders(reply, '.js')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(script),
    )
  }
  for (const name of readdirSync(join(folder, 'frames'))) {
    const extension = extname(name)
    const text = readFileSync(join(folder, 'frames', name), 'utf8')
    if (extension === '.html') {
      app.get(`/cards/${name.replace('.html', '')}`, (request, reply) =>
        setFrameHeaders(request, reply).send(text),
      )
    } else {
      app.get(`/cards/browser/${name}`, (_request, reply) =>
        setFileHeaders(reply, extension).send(text),
      )
    }
  }
}

/** Joins the modules of `stripe-js/` into one classic script, because the real Stripe.js is one file. */
function joinScript(): string {
  const modules = scriptNames.map((name) =>
    readFileSync(join(folder, 'stripe-js', `${name}.js`), 'utf8')
      .replace(/^import [^'"]*['"][^'"]+['"]\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${modules.join('\n')}})()\n`
}

function setFileHeaders(reply: FastifyReply, extension: string) {
  return reply
    .type(mediaTypes[extension] ?? 'application/octet-stream')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
}

function setFrameHeaders(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'${frameAncestors(request)}`,
    )
}

/**
 * Returns the CSP directive that lets only pages on this machine frame the card fields. CSP cannot express IPv6
 * addresses, so channel.js checks those.
 */
function frameAncestors({ headers }: FastifyRequest) {
  const page = URL.parse(headers.referer ?? '')
  const host = page && hostnameOf(page.host)
  if (host === '::1') return ''
  const pageSource = host && isLoopback(host) ? ` ${page.origin}` : ''
  return `; frame-ancestors http://localhost:* http://127.0.0.1:* http://*.localhost:*${pageSource}`
}
