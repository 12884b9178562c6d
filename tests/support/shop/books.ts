import { expect } from 'vitest'
import type { BrokenRule } from '../../../server/features/ledger-check/broken-rule.ts'
import { checkBooks as check } from '../../../server/features/ledger-check/check-books.ts'
import { stripeProvider } from '../../../server/features/payments/provider/stripe.ts'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { testSettings } from './settings.ts'

interface Books {
  db: Db
  sandbox?: { url: string } | undefined
  /** So long things may be under way; without, everything must hold now. */
  patienceMs?: number
}

/** Fails when anything of what must always hold (design §7) does not. */
export async function checkBooks(books: Books): Promise<void> {
  expect(await brokenRules(books)).toEqual([])
}

/** What does not hold, in the database and, with the card provider's books at hand, there too. */
export async function brokenRules({ db, sandbox, patienceMs = 0 }: Books): Promise<BrokenRule[]> {
  return check({ db, cards: sandbox && cardsAt(sandbox.url), patienceMs })
}

/** The card provider as the shop's own code asks it. */
export function cardsAt(apiUrl: string) {
  return stripeProvider({
    stripe: {
      secretKey: testSettings.STRIPE_SECRET_KEY,
      publishableKey: testSettings.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: testSettings.STRIPE_WEBHOOK_SECRET,
      apiUrl,
      jsUrl: apiUrl,
      timeoutMs: 4_000,
      calls: 50,
    },
  })
}
