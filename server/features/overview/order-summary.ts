import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { orderTitle } from '@freehub/contract/orders/orders'
import { sql } from 'kysely'

/** The columns that `toOrderSummary` reads, from `orders` with `orderedLines`. */
export const summaryColumns = sql`orders.id as "_id", number, line_count as "lineCount", quantity,
  first_part as "firstPart"`

/** Joins `orders` with the total quantity and the first part of the lines that are not cancelled. */
export const orderedLines = sql`cross join lateral (
  select sum(quantity)::int as quantity, (array_agg(part_name order by line))[1] as first_part
  from order_lines where order_id = orders.id and cancelled_quantity = 0) lines`

export interface SummaryRow {
  _id: string
  number: number
  lineCount: number
  quantity: number
  firstPart: string
}

/** Replaces `number` and `firstPart` with the formatted order number and the title. Keeps the other columns. */
export function toOrderSummary<Row extends SummaryRow>({ number, firstPart, ...row }: Row) {
  const { lineCount } = row
  return {
    ...row,
    orderNumber: formatOrderNumber(number),
    productName: orderTitle(firstPart, lineCount),
  }
}
