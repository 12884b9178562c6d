import type { FastifyInstance } from 'fastify'
import type { SandboxSettings } from '../settings.ts'
import { registerApi } from './api/routes.ts'
import { registerBrowserFiles } from './browser-files.ts'
import { registerControl } from './control-routes.ts'
import { noFaults } from './faults.ts'
import { type Change, openLedger } from './ledger.ts'
import { startWebhooks } from './webhooks.ts'

/** Registers the Stripe stand-in: API, Stripe.js with the card field, and webhooks. */
export function startCards(app: FastifyInstance, settings: SandboxSettings, file: string) {
  const ledger = openLedger(file)
  const faults = noFaults()
  const webhooks = startWebhooks(ledger, faults, {
    url: settings.stripeWebhookUrl,
    secret: settings.stripeWebhookSecret,
  })
  const onCommit = (changes: Change[]) => webhooks.schedule(changes)
  const api = { ledger, faults, keys: settings, keysInUse: new Set<string>(), onCommit }

  app.register((scope) => registerApi(scope, api), { prefix: '/v1' })
  app.register((scope) => registerControl(scope, { ledger, faults, webhooks }), {
    prefix: '/sandbox/cards',
  })
  registerBrowserFiles(app)

  return {
    close() {
      webhooks.close()
      ledger.close()
    },
  }
}
