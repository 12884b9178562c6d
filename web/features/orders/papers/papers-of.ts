import type { OrderHistory } from '@freehub/contract/orders/orders'

/** A paper that can be had of an order: its name, where it is asked for, and its number, if it has one yet. */
export interface OrderPaper {
  name: string
  at: 'invoice' | 'credit-note' | 'packing-slip'
  number: string | null
}

/** The papers of an order that are its customer's as well. */
export function papersOf(order: OrderHistory): OrderPaper[] {
  if (!order.paid) return []
  const invoice: OrderPaper = { name: 'Invoice', at: 'invoice', number: order.invoiceNumber }
  if (order.stage !== 'Refunded') return [invoice]
  return [invoice, { name: 'Credit note', at: 'credit-note', number: order.creditNoteNumber }]
}
