import type { Part } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** The parts on sale, with what the wire needs of them. */
export function selectParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(sql<number>`on_hand - reserved`.as('available'))
    .where('deleted_at', 'is', null)
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

/** A part as the wire says it: dollars, pieces. */
export function partOf(row: PartRow): Part {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    img: row.img,
    price: dollarsOf(row.unit_price_cents),
    availableQuantity: row.available,
    minimumOrder: row.minimum_order,
  }
}
