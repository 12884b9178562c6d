import type { Part } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** Selects the parts on sale, with the columns of a response. */
export function selectParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(sql<number>`on_hand - reserved`.as('available'))
    .where('deleted_at', 'is', null)
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

/** Converts a row to a response part: prices in dollars, quantities in pieces. */
export function toPart(row: PartRow): Part {
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
