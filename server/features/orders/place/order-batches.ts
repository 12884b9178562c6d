import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { createBatcher } from '../../../platform/create-batcher.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'

/** A simple order (docs/architecture.md), with the names of `place_orders` in migration 0036. `price` is in cents. */
export interface SimpleOrder {
  id: string
  /** The id of the order's first event. */
  event: string
  /** The hash of the customer's access token in PostgreSQL's notation. */
  token: string
  phone: string
  address: string
  reference: string
  key: string | undefined
  /** The hash of the payload in PostgreSQL's notation, if the order has a key. */
  hash: string | undefined
  part: string
  quantity: number
  price: number
  /** The version of the part's terms. */
  terms: number
}

export interface PlacedSimpleOrder {
  orderNumber: number
  customerId: string
}

export type PlaceSimpleOrder = (order: SimpleOrder) => Promise<PlacedSimpleOrder | undefined>

const MAX_ORDERS = 50
/** A small part of the time that a batch takes. */
const COLLECT_MS = 0.5

/**
 * Returns a function that authenticates concurrent customers and places their orders in one transaction. The function
 * returns undefined if the order was not written. The caller then authenticates the customer and calls `place_order`,
 * which writes or refuses the order. One batch runs at a time: two would skip each other's locked parts.
 */
export function createOrderBatches(
  db: Db,
  config: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>,
): PlaceSimpleOrder {
  return createBatcher((orders) => placeOrders(db, config, orders), {
    maxItems: MAX_ORDERS,
    maxRunning: 1,
    collectMs: COLLECT_MS,
  })
}

async function placeOrders(
  db: Db,
  { reservationHours, unpaidOrdersMax }: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>,
  orders: SimpleOrder[],
): Promise<(PlacedSimpleOrder | undefined)[]> {
  const requests = JSON.stringify(orders)
  try {
    const { rows } = await sql<PlacedSimpleOrder & { id: string }>`${prepared}
      select order_id as id, order_number as "orderNumber", customer_id as "customerId"
      from place_orders(${requests}, ${reservationHours}, ${unpaidOrdersMax})`.execute(db)
    const placed = new Map(rows.map(({ id, ...order }) => [id, order]))
    return orders.map(({ id }) => placed.get(id))
  } catch (error) {
    if (!isRolledBack(error)) throw error
    return orders.map(() => undefined)
  }
}

/** True if the batch was rolled back: SQLSTATE class 22 or 23 (values of an order), 40001 or 40P01 (a conflict). */
function isRolledBack(error: unknown): boolean {
  return /^(22|23|40001|40P01)/.test((error as { code?: string }).code ?? '')
}
