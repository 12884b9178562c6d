import { expect } from 'vitest'
import { checkLedger } from '../../../server/features/ledger-check/check-ledger.ts'
import type { RuleViolations } from '../../../server/features/ledger-check/rules.ts'
import { createStripeProvider } from '../../../server/features/payments/card-provider/stripe.ts'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { testSettings } from './settings.ts'
import type { TestShop } from './shop.ts'

interface LedgerOptions {
  db: Db
  sandbox?: { url: string } | undefined
  /** Maximum time to wait until pending work has removed a difference. The default is 0. */
  timeoutMs?: number
}

/** Fails if the ledger violates a rule of `server/features/ledger-check/rules.ts`. */
export async function expectConsistentLedger(options: LedgerOptions): Promise<void> {
  expect(await findLedgerViolations(options)).toEqual([])
}

/** Closes the shop. Fails if its ledger violates a rule. */
export async function closeWithConsistentLedger(shop: TestShop): Promise<void> {
  await expectConsistentLedger(shop).finally(shop.close)
}

/** Lists violations of the ledger's rules. With a sandbox, also compares payments with it. */
export async function findLedgerViolations({
  db,
  sandbox,
  timeoutMs = 0,
}: LedgerOptions): Promise<RuleViolations[]> {
  return checkLedger({ db, cards: sandbox && createCardProvider(sandbox.url), timeoutMs })
}

/** Creates a client of the card provider with the shop's own code. */
export function createCardProvider(apiUrl: string) {
  return createStripeProvider({
    stripe: {
      secretKey: testSettings.STRIPE_SECRET_KEY,
      publishableKey: testSettings.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: testSettings.STRIPE_WEBHOOK_SECRET,
      apiUrl,
      jsUrl: apiUrl,
      // Long, because the sandbox shares the test machine.
      timeoutMs: 60_000,
      calls: 50,
    },
  })
}
