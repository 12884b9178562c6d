import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { CardProvider } from '../payments/provider/provider.ts'
import { type BrokenRule, findBrokenRules, withSnapshot } from './broken-rule.ts'
import { findMismatches, recheckMismatches, toBrokenRules } from './compare-with-provider.ts'
import { pendingRules, rules } from './rules.ts'

const RECHECK_MS = 1_000

export interface LedgerCheck {
  db: Db
  /** If absent, the ledger is not compared with the provider. */
  cards?: CardProvider | undefined
  /** How long to recheck differences that may come from pending work. */
  timeoutMs: number
}

/**
 * Checks the invariants of the ledger (design §7) and returns the violated rules. Reads the ledger in
 * one snapshot. Differences from the provider and unfinished work count only if they remain after
 * `timeoutMs`. Throws ProviderUnavailable.
 */
export async function checkLedger({ db, cards, timeoutMs }: LedgerCheck): Promise<BrokenRule[]> {
  const broken = await withSnapshot(db, (snapshot) => findBrokenRules(rules, snapshot))
  let mismatches = cards ? await findMismatches({ db, cards }) : []
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (cards) mismatches = await recheckMismatches({ db, cards }, mismatches)
    const pending = await withSnapshot(db, (snapshot) => findBrokenRules(pendingRules, snapshot))
    const isOver = Date.now() >= deadline
    if (isOver || (mismatches.length === 0 && pending.length === 0)) {
      return [...broken, ...toBrokenRules(mismatches), ...pending]
    }
    await wait(RECHECK_MS)
  }
}
