import { randomUUIDv7 } from 'node:crypto'
import type { Part, StockChange } from '@freehub/contract/catalog/parts'
import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { claimKey } from '../../../platform/database/claim-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { Refused, writeOrRefuse } from '../../../platform/database/refused.ts'
import { readPart } from '../parts/read-part.ts'

interface Asked {
  byUser: string
  key: string | undefined
}

/**
 * Adds pieces to a part's stock or takes some away, and writes down who did it and why. Never leaves
 * fewer than are promised to orders. A repeated key changes nothing again. Answers the part as it is now.
 */
export async function changeStock(
  db: Db,
  partId: string,
  change: StockChange,
  { byUser, key }: Asked,
): Promise<Part | Refusal> {
  const movementId = randomUUIDv7()
  const said = ['changeStock', partId, change.pieces, change.reason, change.seen?.onHand]
  return writeOrRefuse(db, async (tx) => {
    const first = await claimKey(tx, { userId: byUser, key, said }, movementId)
    if (!first && !(await move(tx, partId, change, { movementId, byUser }))) {
      throw new Refused(await whyNot(tx, partId, change))
    }
    const part = await readPart(tx, partId)
    if (isRefusal(part)) throw new Refused(part)
    return part
  })
}

/** The check, the change and its line in the ledger are one statement. */
async function move(
  tx: Tx,
  partId: string,
  { pieces, reason, seen }: StockChange,
  { movementId, byUser }: { movementId: string; byUser: string },
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update parts set on_hand = on_hand + ${pieces}::int
      where id = ${partId}::uuid and deleted_at is null
        and on_hand + ${pieces}::int between reserved and ${PIECES_MAXIMUM}::int
        and on_hand = coalesce(${seen?.onHand ?? null}::int, on_hand)
      returning id
    )
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select ${movementId}::uuid, id, 'adjustment', ${pieces}::int, ${byUser}::uuid, ${reason}
    from changed
    returning id`.execute(tx)
  return rows.length > 0
}

async function whyNot(tx: Tx, partId: string, { pieces, seen }: StockChange): Promise<Refusal> {
  const part = await tx
    .selectFrom('parts')
    .select(['on_hand as onHand', 'reserved'])
    .where('id', '=', partId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part) return refuse('part_missing')
  const { onHand, reserved } = part
  if (seen && seen.onHand !== onHand) {
    return refusal(
      'part_changed',
      `Meanwhile ${formatCount(onHand)} pieces are in the warehouse, not ${formatCount(seen.onHand)}. Look again, then save.`,
    )
  }
  return onHand + pieces > PIECES_MAXIMUM
    ? refusal('input_invalid', `At most ${formatCount(PIECES_MAXIMUM)} pieces can be in stock.`)
    : refusal(
        'stock_below_reserved',
        `At most ${formatCount(onHand - reserved)} can go: ${formatCount(reserved)} of the ${formatCount(onHand)} pieces are promised to orders.`,
      )
}

function refusal(code: 'part_changed' | 'input_invalid' | 'stock_below_reserved', detail: string) {
  return refuse(code, { detail, errors: { pieces: detail } })
}
