import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { createBatcher } from '../../../platform/batches.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'

/**
 * A simple order (docs/architecture.md), with the fields of the type `order_request` in migration 0036. `price` is in
 * cents.
 */
export interface SimpleOrder {
  id: string
  /** The id of the order's first event. */
  event: string
  customer: string
  email: string
  name: string
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

export type PlaceSimpleOrder = (order: SimpleOrder) => Promise<number | undefined>

const MAX_ORDERS = 50

/**
 * Returns a function that places orders of concurrent customers in one transaction. The function returns the order's
 * number, or undefined if the order was not written. The caller then calls `place_order`, which writes or refuses it.
 * One batch runs at a time: two would skip each other's locked parts.
 */
export function createOrderBatches(
  db: Db,
  config: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>,
): PlaceSimpleOrder {
  return createBatcher((orders) => placeOrders(db, config, orders), {
    maxItems: MAX_ORDERS,
    maxRunning: 1,
  })
}

async function placeOrders(
  db: Db,
  { reservationHours, unpaidOrdersMax }: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>,
  orders: SimpleOrder[],
): Promise<(number | undefined)[]> {
  const firstByCustomer = new Map(orders.toReversed().map((order) => [order.customer, order]))
  const requests = JSON.stringify([...firstByCustomer.values()])
  try {
    const { rows } = await sql<{ id: string; number: number }>`${prepared}
      select order_id as id, order_number as number
      from place_orders(${requests}, ${reservationHours}, ${unpaidOrdersMax})`.execute(db)
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    return orders.map(({ id }) => numbers.get(id))
  } catch (error) {
    if (!isRolledBack(error)) throw error
    return orders.map(() => undefined)
  }
}

/** True if the batch was rolled back: SQLSTATE class 22 or 23 (values of an order), 40001 or 40P01 (a conflict). */
function isRolledBack(error: unknown): boolean {
  return /^(22|23|40001|40P01)/.test((error as { code?: string }).code ?? '')
}
