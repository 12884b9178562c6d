import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** What must always hold: `offenders` finds whoever breaks it, `remedy` says what to do then. */
export interface Rule {
  rule: string
  remedy: string
  offenders: RawBuilder<unknown>
}

/** A rule that does not hold, and who breaks it. */
export interface BrokenRule {
  rule: string
  remedy: string
  offenders: Record<string, unknown>[]
}

/** Those of the rules that do not hold. */
export async function brokenAmong(rules: Rule[], db: Db): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = []
  for (const { rule, remedy, offenders } of rules) {
    const { rows } = await offenders.execute(db)
    if (rows.length > 0) {
      broken.push({ rule, remedy, offenders: rows as BrokenRule['offenders'] })
    }
  }
  return broken
}

/** Reads at one moment: what others write meanwhile is not seen. */
export async function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
