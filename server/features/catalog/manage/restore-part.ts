import { DRAWN_SKU } from '@freehub/contract/catalog/drawn-sku'
import type { Part } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../../platform/database/run-transaction.ts'
import { insertEdit } from '../parts/part-edit-log.ts'
import { readPart } from '../parts/read-part.ts'
import { isArchived } from './archived.ts'

/** Puts an archived part back on sale. Refuses if its SKU or a GTIN has the key of a SKU or GTIN on sale. */
export async function restorePart(db: Db, id: string, byUser: string): Promise<Part | Refusal> {
  return retryTransaction(db, async (tx) => {
    // Also locks parts with the same number, so that only one of them is restored.
    await sql`
      select from parts
      where id = any (array(select ${id}::uuid union select other.part_id from ${joinSameNumbers(id)}))
      order by id for no key update`.execute(tx)
    const { rows } = await sql<{ deleted_at: Date | null }>`
      select deleted_at from parts
      where id = ${id} and (deleted_at is null or ${isArchived})`.execute(tx)
    if (!rows[0]) return refuse('part_missing')
    if (rows[0].deleted_at === null) return readPart(tx, id)
    const owner = await findOwnerOfNumber(tx, id)
    if (owner) {
      const detail = `The number ${owner.code} now belongs to “${owner.name}”. Change it there, then restore this product.`
      return refuse('part_number_taken', { detail })
    }
    await putOnSale(tx, id)
    await insertEdit(tx, { partId: id, kind: 'restored', byUser, changes: [] })
    return readPart(tx, id)
  })
}

/** Finds another part on sale with a SKU or GTIN whose key this part also has. */
async function findOwnerOfNumber(tx: Tx, id: string) {
  const { rows } = await sql<{ code: string; name: string }>`
    select other.code, name
    from ${joinSameNumbers(id)} join parts on parts.id = other.part_id and deleted_at is null
    order by position limit 1`.execute(tx)
  return rows[0]
}

/** Joins the part's SKU and GTINs to those of other parts with the same key. */
const joinSameNumbers = (id: string) => sql`
  part_codes own join part_codes other on own.part_id = ${id} and other.part_id <> own.part_id
    and other.key = own.key and own.kind in ('sku', 'gtin') and other.kind in ('sku', 'gtin')`

/** Puts the part on sale. If its photo no longer exists, uses its drawing, or else a placeholder. */
async function putOnSale(tx: Tx, id: string): Promise<void> {
  await sql`
    update parts set deleted_at = null, img = case
      when img not like '/photos/%' or exists (
        select from photo_files where photo_id = photo_of(img)
          and img = format('/photos/%s/%s.%s', photo_id, width, format)) then img
      when drawing is not null and sku ~ ${DRAWN_SKU.source} then '/drawings/' || sku || '.svg'
      else '/drawings/house/phantom-box.svg' end
    where id = ${id}`.execute(tx)
}
