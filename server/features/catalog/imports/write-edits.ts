import { randomUUIDv7 } from 'node:crypto'
import { PART_COLUMNS } from '@freehub/contract/catalog/imports'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { partColumns } from '../parts/part-columns.ts'
import type { PendingRow } from './import-context.ts'

/** Records the changes of parts and their author, like an edit by staff. */
export async function writeEdits(tx: Tx, byUser: string, rows: PendingRow[]): Promise<void> {
  const edits = rows.flatMap(({ partId, newValues, oldValues }) => {
    const changes = PART_COLUMNS.flatMap((column) => {
      const { field } = partColumns[column]
      // Stock changes are in the ledger.
      if (column === 'availableQuantity' || !(field in newValues)) return []
      return [[column, { from: oldValues[field], to: newValues[field] }] as const]
    })
    if (changes.length === 0) return []
    return [{ id: randomUUIDv7(), partId, changes: Object.fromEntries(changes) }]
  })
  if (edits.length === 0) return
  await sql`
    insert into part_edits (id, part_id, kind, by_user, changes)
    select id, "partId", 'changed', ${byUser}::uuid, changes
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as e (id uuid, "partId" uuid, changes jsonb)
  `.execute(tx)
}
