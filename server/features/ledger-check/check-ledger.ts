import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import { inSnapshot } from '../../platform/database/in-snapshot.ts'
import type { CardProvider } from '../payments/card-provider/provider.ts'
import { findMismatches, recheckMismatches, toRuleViolations } from './compare-with-provider.ts'
import { pendingRules, type Rules, type RuleViolations, rules } from './rules.ts'

const RECHECK_MS = 1_000
/** Maximum number of violations shown for each rule. */
const MAX_SHOWN = 20

/**
 * Checks the invariants of the ledger and returns the violated rules. Compares the ledger with the
 * provider if `cards` is given. Differences from the provider and pending work count only if they
 * remain after `timeoutMs`. Throws ProviderUnavailable if a call to the provider fails.
 */
export async function checkLedger({
  db,
  cards,
  timeoutMs,
}: {
  db: Db
  cards?: CardProvider | undefined
  timeoutMs: number
}): Promise<RuleViolations[]> {
  const violated = await findViolations(db)
  let mismatches = cards ? await findMismatches({ db, cards }) : []
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (cards) mismatches = await recheckMismatches({ db, cards }, mismatches)
    const pending = await findViolations(db, pendingRules)
    const isOver = Date.now() >= deadline
    if (isOver || (mismatches.length === 0 && pending.length === 0)) {
      return [...violated, ...toRuleViolations(mismatches), ...pending]
    }
    await wait(RECHECK_MS)
  }
}

/** Checks rules in one snapshot. Returns the violated rules with their violations. */
export async function findViolations(db: Db, checked: Rules = rules): Promise<RuleViolations[]> {
  if (!db.isTransaction) return inSnapshot(db, (tx) => findViolations(tx, checked))
  const violated: RuleViolations[] = []
  for (const [remedy, group] of Object.entries(checked)) {
    for (const [rule, query] of Object.entries(group)) {
      const { rows: violations } = await query.execute(db)
      if (violations.length > 0) violated.push({ rule, remedy, violations })
    }
  }
  return violated
}

/** Formats the result of a ledger check for operators. */
export function formatReport(violated: RuleViolations[]): string {
  if (violated.length === 0) return 'The ledger is consistent.'
  return ['The ledger is inconsistent.', ...violated.map(formatRule)].join('\n\n')
}

function formatRule({ rule, remedy, violations }: RuleViolations): string {
  const hiddenCount = violations.length - MAX_SHOWN
  return [
    `Violated: ${rule}.`,
    ...violations.slice(0, MAX_SHOWN).map((violation) => `  ${formatViolation(violation)}`),
    ...(hiddenCount > 0 ? [`  and ${hiddenCount} more`] : []),
    `  What to do: ${remedy}`,
  ].join('\n')
}

function formatViolation(violation: Record<string, unknown>): string {
  return Object.entries(violation)
    .map(([name, value]) => {
      if (value instanceof Date) return `${name} ${value.toISOString()}`
      return `${name} ${value ?? 'none'}`
    })
    .join(', ')
}
