import type { PartImport } from '@freehub/contract/catalog/imports'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { staffName } from '../../../platform/database/staff-name.ts'

/** Selects the completely uploaded imports, with the user who applied them, or else uploaded them. */
export function selectImports(db: Db) {
  return db
    .selectFrom('part_imports')
    .leftJoin('users', (join) =>
      join.on('users.id', '=', sql<string>`coalesce(applied_by, by_user)`),
    )
    .selectAll('part_imports')
    .select(staffName.as('by'))
    .where('state', '!=', 'uploading')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

/** Converts a row to a response import. */
export function toImport(row: Row): PartImport {
  return {
    _id: row.id,
    fileName: row.file_name,
    by: row.by,
    state: row.state === 'uploading' ? 'reading' : row.state,
    refusal: row.refusal,
    counts: { add: row.to_add, change: row.to_change, same: row.same, wrong: row.wrong },
    restocked: row.restocked,
    applied: row.applied,
    failed: row.failed,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
  }
}
