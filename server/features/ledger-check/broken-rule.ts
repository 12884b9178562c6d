import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** An invariant. `violations` selects the rows that violate it; `remedy` tells staff what to do. */
export interface Rule {
  rule: string
  remedy: string
  violations: RawBuilder<unknown>
}

export interface BrokenRule {
  rule: string
  remedy: string
  violations: Record<string, unknown>[]
}

/** Returns the rules that are violated, with their violations. */
export async function findBrokenRules(rules: Rule[], db: Db): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = []
  for (const { rule, remedy, violations } of rules) {
    const { rows } = await violations.execute(db)
    if (rows.length > 0) {
      broken.push({ rule, remedy, violations: rows as BrokenRule['violations'] })
    }
  }
  return broken
}

/** Reads in one snapshot, without concurrent writes. */
export async function withSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
